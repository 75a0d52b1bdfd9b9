import * as v from 'valibot';
import { type IdentityMessage, identity } from '../../../../lambdas/api/messages/registrations';
import { nothingTyped, type Typed, type TypedField, typed } from '../../flow/draft';
import type { Failure } from '../../http/failure';

/** The request for one place on a waiting list, as stored in this browser. */
export const joinDraft = v.object({
  /** The idempotency key: sending the request again with it makes no second place. */
  placeId: v.string(),
  typed,
  /** How many people are in the group, with the person in the form. */
  size: v.optional(v.number(), 1),
  /** The request as it was sent, stored before. It is repeated without any change. */
  sent: v.optional(identity),
  sentSize: v.optional(v.number()),
  /**
   * Registration ids of the others in the group, made once as well. The page first asks for spots, in case some came back.
   */
  companions: v.optional(v.array(v.string())),
  /** The server has accepted the request and sent the ticket that opens the place. */
  hasTicket: v.optional(v.boolean()),
});

export type JoinDraft = v.InferOutput<typeof joinDraft>;

/** The state of joining a waiting list. */
export interface Joining {
  readonly draft: JoinDraft;
  readonly stage: { readonly kind: 'typing'; readonly failure?: Failure } | { readonly kind: 'sending' | 'joined' };
}

/** Everything that can happen to it. */
export type JoiningEvent =
  | { readonly kind: 'typed'; readonly field: TypedField; readonly text: string }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'sized'; readonly size: number }
  /** The fresh ids are used only if this differs from the request that may have arrived. */
  | {
      readonly kind: 'sent';
      readonly runner: IdentityMessage;
      readonly freshId: string;
      readonly freshCompanions?: readonly string[];
    }
  | { readonly kind: 'joined' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'started-over'; readonly freshId: string };

export const newJoinDraft = (placeId: string, typedBefore: Typed = nothingTyped, size = 1): JoinDraft => ({
  placeId,
  typed: typedBefore,
  size,
});

/** The state to begin with, for a draft from storage. */
export const resumeJoining = (kept: JoinDraft): Joining => ({
  draft: kept,
  stage: kept.hasTicket ? { kind: 'joined' } : kept.sent ? { kind: 'sending' } : { kind: 'typing' },
});

const isSame = (one: IdentityMessage, other: IdentityMessage) =>
  one.firstName === other.firstName &&
  one.lastName === other.lastName &&
  one.email === other.email &&
  one.birthDate === other.birthDate;

const failed = ({ draft: before }: Joining, failure: Failure): Joining => {
  const { sent: _sent, sentSize: _size, ...unsent } = before;
  const isTurnedDown = failure.kind === 'problem' && failure.name === 'invalid-request';
  return { draft: isTurnedDown ? unsent : before, stage: { kind: 'typing', failure } };
};

/** The state after one event. An event that does not fit the state changes nothing. */
export const reduceJoining = (joining: Joining, event: JoiningEvent): Joining => {
  const { draft: before, stage } = joining;
  const { sent } = before;
  switch (event.kind) {
    case 'typed': {
      const typedNow = { ...before.typed, [event.field]: event.text };
      return stage.kind === 'typing' ? { ...joining, draft: { ...before, typed: typedNow } } : joining;
    }
    case 'cleared':
      return stage.kind === 'typing' ? { ...joining, draft: { ...before, typed: nothingTyped } } : joining;
    case 'sized': {
      if (stage.kind !== 'typing' || before.size === event.size) return joining;
      return { ...joining, draft: { ...before, size: event.size } };
    }
    case 'sent': {
      if (stage.kind !== 'typing') return joining;
      const isOther = sent && !(isSame(sent, event.runner) && (before.sentSize ?? 1) === before.size);
      const placeId = isOther ? event.freshId : before.placeId;
      const { typed, size } = before;
      const known = isOther || before.companions?.length !== size - 1 ? undefined : before.companions;
      const companions = known ?? [...(event.freshCompanions ?? [])];
      const sending = { placeId, typed, size, sent: event.runner, sentSize: size };
      return {
        draft: companions.length > 0 ? { ...sending, companions } : sending,
        stage: { kind: 'sending' },
      };
    }
    case 'joined':
      return stage.kind === 'sending' ? { draft: { ...before, hasTicket: true }, stage: { kind: 'joined' } } : joining;
    case 'failed':
      return stage.kind === 'sending' ? failed(joining, event.failure) : joining;
    case 'started-over':
      return stage.kind === 'joined' ? { draft: newJoinDraft(event.freshId), stage: { kind: 'typing' } } : joining;
  }
};
