import * as v from 'valibot';
import type { RunnerMessage } from '../../../lambdas/api/messages/registrations';
import { nothingTyped, type TypedField, typed } from '../flow/draft';
import { faultsIn, type RunnerErrors } from '../flow/runner';
import type { Failure } from '../http/failure';

/** What the recipient of an offer has filled in, as stored in this browser. */
export const takeoverDraft = v.object({
  typed,
  /** Hash of the waiver that the recipient accepted. */
  accepted: v.optional(v.string()),
});

export type TakeoverDraft = v.InferOutput<typeof takeoverDraft>;

/** The state of taking a spot over. */
export interface TakingOver {
  readonly draft: TakeoverDraft;
  readonly stage:
    | {
        readonly kind: 'filling';
        readonly failure?: Failure;
        readonly faults?: RunnerErrors;
        /** The text has changed since the recipient accepted it. */
        readonly hasNewWaiver?: true;
      }
    | { readonly kind: 'sending'; readonly runner: RunnerMessage; readonly waiverHash: string }
    | { readonly kind: 'ended'; readonly why: 'transfer-gone' | 'change-too-late' | 'already-registered' }
    /** The waiver has changed, so the offer is loaded again. */
    | { readonly kind: 'reading-again' }
    | { readonly kind: 'accepted'; readonly number: number; readonly runner: RunnerMessage };
}

/** Everything that can happen to it. */
export type TakingOverEvent =
  | { readonly kind: 'typed'; readonly field: TypedField; readonly text: string }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'waiver-answered'; readonly hash: string; readonly accepted: boolean }
  | { readonly kind: 'sent'; readonly runner: RunnerMessage; readonly waiverHash: string }
  | { readonly kind: 'accepted'; readonly number: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The fee could not be quoted. */
  | { readonly kind: 'not-quoted'; readonly failure: Failure }
  | { readonly kind: 'read-again' }
  /** The recipient goes back to the form. */
  | { readonly kind: 'went-back' };

/** The state to begin with. Without a stored draft the form contains the name and e-mail address from the offer. */
export const openTakingOver = (
  kept: TakeoverDraft | undefined,
  { firstName, email }: { readonly firstName: string; readonly email: string },
): TakingOver => ({
  draft: kept ?? { typed: { ...nothingTyped, firstName, email } },
  stage: { kind: 'filling' },
});

const unaccepted = ({ typed: before }: TakeoverDraft): TakeoverDraft => ({ typed: before });

const failed = (draft: TakeoverDraft, failure: Failure): TakingOver => {
  const filling = { draft, stage: { kind: 'filling', failure } } as const;
  if (failure.kind !== 'problem') return filling;
  switch (failure.name) {
    case 'transfer-gone':
    case 'change-too-late':
    case 'already-registered':
      return { draft, stage: { kind: 'ended', why: failure.name } };
    case 'waiver-changed':
      return { draft: unaccepted(draft), stage: { kind: 'reading-again' } };
    case 'invalid-request': {
      const faults = faultsIn(failure.faults ?? []);
      return Object.keys(faults).length > 0 ? { draft, stage: { kind: 'filling', faults } } : filling;
    }
    default:
      return filling;
  }
};

/** The state after one event. An event that does not fit the state changes nothing. */
export const reduceTakingOver = (taking: TakingOver, event: TakingOverEvent): TakingOver => {
  const { draft, stage } = taking;
  const isFilling = stage.kind === 'filling';
  switch (event.kind) {
    case 'typed':
      return isFilling
        ? { ...taking, draft: { ...draft, typed: { ...draft.typed, [event.field]: event.text } } }
        : taking;
    case 'cleared':
      return isFilling ? { ...taking, draft: { ...draft, typed: nothingTyped } } : taking;
    case 'waiver-answered':
      return isFilling
        ? { ...taking, draft: event.accepted ? { ...draft, accepted: event.hash } : unaccepted(draft) }
        : taking;
    case 'sent': {
      const { runner, waiverHash } = event;
      return isFilling && draft.accepted === waiverHash
        ? { draft, stage: { kind: 'sending', runner, waiverHash } }
        : taking;
    }
    case 'accepted':
      return stage.kind === 'sending'
        ? {
            draft: { typed: nothingTyped },
            stage: { kind: 'accepted', number: event.number, runner: stage.runner },
          }
        : taking;
    case 'failed':
      return stage.kind === 'sending' ? failed(draft, event.failure) : taking;
    case 'not-quoted':
      return isFilling ? failed(draft, event.failure) : taking;
    case 'read-again':
      return stage.kind === 'reading-again' ? { draft, stage: { kind: 'filling', hasNewWaiver: true } } : taking;
    case 'went-back':
      return stage.kind === 'ended' && stage.why === 'already-registered'
        ? { draft, stage: { kind: 'filling' } }
        : taking;
  }
};
