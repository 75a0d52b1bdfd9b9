import type { QuoteGiven } from '../../../lambdas/api/messages/quotes';
import type { Failure, Fault } from '../http/failure';
import type { Challenge } from '../proof/proof-of-work';
import type { Draft, TypedAnswers } from './draft';

/** What a call was made for. A poll asks for the outcome. */
export type Operation = 'hold' | 'pay' | 'poll';

/** Why the page waits before it tries again by itself. */
export type Pause = 'all-held' | 'sale-paused' | 'crowded' | 'busy' | 'offline' | 'unknown' | 'server-error';

/** Where the bank's question is. `blocked`: the processor's script, which shows it, did not load. */
export type BankWindow = 'open' | 'closed' | 'elsewhere' | 'blocked';

/** Why the runner is back at the payment form. */
export type Notice =
  | { readonly kind: 'declined'; readonly detail: string }
  | { readonly kind: 'card-unreadable'; readonly detail: string }
  | { readonly kind: 'processor-away' }
  | { readonly kind: 'waiver-changed' }
  | {
      readonly kind: 'invalid';
      readonly errors: readonly Fault[];
      readonly detail: string;
    };

/** `bank-*`: the bank had asked, and its answer came too late or not at all. */
export type Expired = 'too-late' | 'not-valid' | 'payment-differs' | 'bank-too-late' | 'bank-silent' | 'canceled';

/** Where one attempt to register stands. Instants in milliseconds of the server's time. */
export type Stage =
  | { readonly kind: 'start' }
  /** `challenge`: a proof of work to do first, because many holds come from the runner's network. */
  | { readonly kind: 'holding'; readonly tries: number; readonly after?: Pause; readonly challenge?: Challenge }
  | {
      readonly kind: 'turned-away';
      readonly why:
        | 'not-open-yet'
        | 'sold-out'
        | 'waiting-list'
        | 'closed'
        | 'too-many-holds'
        | 'not-found'
        | 'too-few-spots'
        | 'offer-ended'
        | 'wrong-size'
        | 'not-the-one-who-waited'
        | 'access-needed';
      readonly detail: string;
      readonly opensAt?: string;
      /** With `too-few-spots`: how many spots are free. */
      readonly free?: number;
    }
  | {
      readonly kind: 'standing-by';
      readonly operation: 'hold' | 'pay';
      readonly pause: Pause;
      readonly from: number;
      readonly until: number;
      readonly tries: number;
      readonly stopped: boolean;
    }
  | { readonly kind: 'filling'; readonly notice?: Notice }
  | { readonly kind: 'tokenising' }
  /** `isBack`: the window of the bank was shown before. It is not opened again by itself. */
  | { readonly kind: 'paying'; readonly tries: number; readonly after?: Pause; readonly isBack?: boolean }
  /** The bank asks the runner before it says yes. The client secret is kept nowhere else. */
  | {
      readonly kind: 'authenticating';
      readonly clientSecret: string;
      readonly payment: string;
      /** The last instant at which the payment is continued. */
      readonly until: number;
      readonly window: BankWindow;
      /** Opens the window here although another tab has it. */
      readonly take?: boolean;
      /** The question is about the card before the present one. */
      readonly isAboutFirstCard?: boolean;
    }
  /** `checking`: the request had no answer and cannot be repeated; the page asks whether it arrived. */
  | {
      readonly kind: 'waiting';
      readonly pollAt: number;
      readonly since: number;
      readonly checking: boolean;
      readonly pause?: 'offline' | 'busy';
    }
  | {
      readonly kind: 'polling';
      readonly since: number;
      readonly checking: boolean;
      readonly pause?: 'offline' | 'busy';
    }
  | { readonly kind: 'settled'; readonly pollAt?: number; readonly polls: number }
  | { readonly kind: 'expired'; readonly why: Expired }
  | { readonly kind: 'broken'; readonly operation: Operation; readonly failure: Failure };

/** Sensitive answers as typed: those of each person in the order of the group, and those for the order. Never stored. */
export interface Unkept {
  readonly people: readonly (TypedAnswers | undefined)[];
  readonly order: TypedAnswers;
  /** The last quoted entry, if it has such answers; `asked` names it. */
  readonly quoted?: { readonly asked: string; readonly entry: QuoteGiven['entry'] } | undefined;
}

/** An attempt to register and its stage. */
export interface Flow {
  /** Absent until the runner asks for a spot. */
  readonly draft?: Draft;
  /** Lost with the document. */
  readonly unkept?: Unkept | undefined;
  readonly stage: Stage;
}

/** The flow for a draft from storage: after a reload, after a crash, or written by another tab. `now` in milliseconds. */
export const resume = (draft: Draft | undefined, now: number): Flow => {
  if (!draft) return { stage: { kind: 'start' } };
  const stage = ((): Stage => {
    // A confirmed registration is read again: with the link in its mail it may have been cancelled or transferred.
    if (draft.outcome)
      return { kind: 'settled', polls: 0, ...(draft.outcome.status === 'confirmed' && { pollAt: now }) };
    if (draft.submitted) return { kind: 'waiting', pollAt: now, since: now, checking: false };
    // Without its sensitive answers the request would be another one.
    if (draft.attempt)
      return draft.quoted?.isPartial
        ? { kind: 'waiting', pollAt: now, since: now, checking: true }
        : { kind: 'paying', tries: 0 };
    if (!draft.hold) return { kind: 'start' };
    return now >= Date.parse(draft.hold.expiresAt) ? { kind: 'expired', why: 'too-late' } : { kind: 'filling' };
  })();
  // The request may have arrived before the reload.
  if (stage.kind === 'paying') return { draft: { ...draft, unsure: true }, stage };
  return { draft: stage.kind === 'waiting' && stage.checking ? withStaleQuote(draft) : draft, stage };
};

/** The draft when its quote cannot be paid with any more. */
export const withStaleQuote = (draft: Draft): Draft =>
  draft.quoted ? { ...draft, quoted: { ...draft.quoted, isStale: true } } : draft;

/** Whether the registration is confirmed and its card authorised but not yet charged. */
export const isUncharged = ({ outcome }: Draft): boolean =>
  outcome?.status === 'confirmed' && outcome.payment === 'authorised';
