import * as v from 'valibot';
import { transferRequest } from '../../../lambdas/api/messages/changes';
import type { Failure } from '../http/failure';
import type { Recipient } from '../http/lazy-api';
import * as changeTexts from '../texts/changes';

/** An offer to pass a spot on, as stored in this browser. */
export const keptTransfer = v.object({
  /** The idempotency key: sending the offer again with it makes no second offer. */
  transferId: v.string(),
  recipient: v.object({ firstName: v.string(), email: v.string() }),
  isOffered: v.boolean(),
});

/** An offer as the status of the registration names it. */
export interface Offered {
  readonly transferId: string;
  readonly recipient: Recipient;
}

export type KeptTransfer = v.InferOutput<typeof keptTransfer>;

/** The state of passing a spot on. */
export type PassingOn =
  | {
      readonly kind: 'typing';
      readonly typed: Recipient;
      readonly failure?: Failure;
      /** An offer that may have arrived although no answer came. */
      readonly unsure?: KeptTransfer;
    }
  | { readonly kind: 'sending' | 'offered'; readonly transfer: KeptTransfer }
  /** The spot is offered to somebody, but not by this browser. */
  | { readonly kind: 'offered-elsewhere'; readonly typed: Recipient; readonly to?: Recipient }
  | { readonly kind: 'taken-back' }
  | { readonly kind: 'refused'; readonly why: 'change-too-late' };

/** Everything that can happen to it. */
export type PassingOnEvent =
  | { readonly kind: 'typed'; readonly field: keyof Recipient; readonly text: string }
  /** `freshId` is used unless the same offer may have arrived already. */
  | { readonly kind: 'sent'; readonly recipient: Recipient; readonly freshId: string }
  | { readonly kind: 'offered' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'started-over' };

const nobody: Recipient = { firstName: '', email: '' };

/**
 * The state to begin with. `kept`: the offer in this browser. `offered`: the offer of the server, with a masked e-mail
 * address.
 */
export const resumePassingOn = (kept: KeptTransfer | undefined, offered?: Offered): PassingOn => {
  if (offered && offered.transferId !== kept?.transferId)
    return { kind: 'offered-elsewhere', typed: nobody, to: offered.recipient };
  return kept ? { kind: kept.isOffered ? 'offered' : 'sending', transfer: kept } : { kind: 'typing', typed: nobody };
};

/** The part of the state that is stored. */
export const keptOf = (stage: PassingOn): KeptTransfer | undefined => {
  if (stage.kind === 'typing') return stage.unsure;
  return stage.kind === 'sending' || stage.kind === 'offered' ? stage.transfer : undefined;
};

const failed = (transfer: KeptTransfer, failure: Failure): PassingOn => {
  const { recipient } = transfer;
  const name = failure.kind === 'problem' ? failure.name : undefined;
  switch (name) {
    case 'change-too-late':
      return { kind: 'refused', why: name };
    case 'no-spot':
      // The registration on the page has its spot. So the refusal means that another offer exists.
      return { kind: 'offered-elsewhere', typed: recipient };
    case 'dispute-open':
    case 'invalid-request':
    case 'still-settling':
    case 'too-many-transfers':
      return { kind: 'typing', typed: recipient, failure };
    default:
      return { kind: 'typing', typed: recipient, failure, unsure: transfer };
  }
};

const isSame = (one: Recipient, other: Recipient) => one.firstName === other.firstName && one.email === other.email;

/** The state after one event. An event that does not fit the state changes nothing. */
export const reducePassingOn = (stage: PassingOn, event: PassingOnEvent): PassingOn => {
  switch (event.kind) {
    case 'typed':
      return stage.kind === 'typing' ? { ...stage, typed: { ...stage.typed, [event.field]: event.text } } : stage;
    case 'sent': {
      if (stage.kind !== 'typing') return stage;
      const { recipient, freshId } = event;
      const transferId = stage.unsure && isSame(stage.unsure.recipient, recipient) ? stage.unsure.transferId : freshId;
      return { kind: 'sending', transfer: { transferId, recipient, isOffered: false } };
    }
    case 'offered':
      return stage.kind === 'sending' ? { kind: 'offered', transfer: { ...stage.transfer, isOffered: true } } : stage;
    case 'failed':
      return stage.kind === 'sending' ? failed(stage.transfer, event.failure) : stage;
    case 'withdrawn':
      if (stage.kind === 'offered-elsewhere') return { kind: 'typing', typed: stage.typed };
      return stage.kind === 'offered' ? { kind: 'taken-back' } : stage;
    case 'started-over':
      return stage.kind === 'taken-back' ? { kind: 'typing', typed: nobody } : stage;
  }
};

export type RecipientErrors = Partial<Record<keyof Recipient, string>>;

/** Checks the recipient with the schema of the server. */
export const readRecipient = (
  typed: Recipient,
):
  | { readonly kind: 'ok'; readonly value: Recipient }
  | { readonly kind: 'errors'; readonly errors: RecipientErrors } => {
  const parsed = v.safeParse(transferRequest.entries.recipient, typed);
  if (parsed.success) return { kind: 'ok', value: parsed.output };
  const wrong = new Set(parsed.issues.map(({ path }) => path?.[0]?.key));
  return {
    kind: 'errors',
    errors: {
      ...(wrong.has('firstName') ? { firstName: changeTexts.recipientFaults.firstName } : {}),
      ...(wrong.has('email') ? { email: changeTexts.recipientFaults.email } : {}),
    },
  };
};
