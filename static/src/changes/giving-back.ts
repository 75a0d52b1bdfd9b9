import type { Failure } from '../http/failure';

/**
 * The state of giving a spot back. `refund` in the currency's smallest unit; instants in milliseconds of the server's time.
 */
export type GivingBack =
  | { readonly kind: 'asked'; readonly refund: number; readonly hasChanged?: true; readonly failure?: Failure }
  | { readonly kind: 'sending'; readonly refund: number }
  /** The card is being charged at the moment, so the page tries again by itself. */
  | { readonly kind: 'settling'; readonly refund: number; readonly tryAt: number }
  | { readonly kind: 'refused'; readonly why: 'change-too-late' | 'dispute-open' | 'no-spot' }
  | { readonly kind: 'done' };

/** Everything that can happen to it. `now` in milliseconds of the server's time. */
export type GivingBackEvent =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'time-came' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly now: number };

const settlingRetrySeconds = 30;

const failed = (refund: number, failure: Failure, now: number): GivingBack => {
  if (failure.kind !== 'problem') return { kind: 'asked', refund, failure };
  switch (failure.name) {
    case 'refund-changed':
      // The runner has agreed to another amount. They are asked again with the new one.
      return failure.refund === undefined
        ? { kind: 'asked', refund, failure }
        : { kind: 'asked', refund: failure.refund, hasChanged: true };
    case 'still-settling':
      return { kind: 'settling', refund, tryAt: now + (failure.retryAfter ?? settlingRetrySeconds) * 1000 };
    case 'change-too-late':
    case 'dispute-open':
    case 'no-spot':
      return { kind: 'refused', why: failure.name };
    default:
      return { kind: 'asked', refund, failure };
  }
};

/** The state after one event. An event that does not fit the state changes nothing. */
export const reduceGivingBack = (stage: GivingBack, event: GivingBackEvent): GivingBack => {
  switch (event.kind) {
    case 'confirmed':
      return stage.kind === 'asked' ? { kind: 'sending', refund: stage.refund } : stage;
    case 'time-came':
      return stage.kind === 'settling' ? { kind: 'sending', refund: stage.refund } : stage;
    case 'done':
      return stage.kind === 'sending' ? { kind: 'done' } : stage;
    case 'failed':
      return stage.kind === 'sending' ? failed(stage.refund, event.failure, event.now) : stage;
  }
};
