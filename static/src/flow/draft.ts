import * as v from 'valibot';
import { holdGranted } from '../../../lambdas/api/holds';
import { type IdentityMessage, registrationStatus, runner } from '../../../lambdas/api/registrations';
import type { SessionMessage, TypedDraft } from '../../../lambdas/api/sessions';

export const typed = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  birthDay: v.string(),
  birthMonth: v.string(),
  birthYear: v.string(),
  gender: v.string(),
  emergencyContact: v.string(),
});

/** What a runner has typed so far, as typed. */
export type Typed = v.InferOutput<typeof typed>;
export type TypedField = keyof Typed;

export const nothingTyped: Typed = {
  firstName: '',
  lastName: '',
  email: '',
  birthDay: '',
  birthMonth: '',
  birthYear: '',
  gender: '',
  emergencyContact: '',
};

/** Who registers together with who pays. */
const companion = v.object({
  /** Made once for the attempt, as his is who pays. */
  registrationId: v.string(),
  typed,
});

/**
 * One attempt at one place, or at one for each of several who register together, as kept in this browser: whatever survives a reload, a crash, a second tab.
 * Card data is never part of it; `attempt.paymentMethod` is the processor's token.
 */
export const draft = v.object({
  /** Made once for the attempt: hold, row and charge all hang on it, so repeating anything repeats nothing. */
  registrationId: v.string(),
  eventId: v.string(),
  /** The place on the waiting list whose offer was taken up: the spot is its, and so is the runner. */
  offer: v.optional(v.object({ placeId: v.string(), ticket: v.string() })),
  /** Of the runner, or of who pays. */
  typed,
  companions: v.optional(v.array(companion)),
  hold: v.optional(holdGranted),
  /** Hash of the waiver the runner accepted. */
  accepted: v.optional(v.string()),
  /** A request to register that has left, or is about to: it is only ever repeated, word for word. */
  attempt: v.optional(
    v.object({
      paymentMethod: v.string(),
      waiverHash: v.string(),
      runner,
      companions: v.optional(v.array(runner)),
    }),
  ),
  /** Some try of the attempt may have arrived although no answer came. */
  unsure: v.optional(v.boolean()),
  /** The server took the registration in. */
  submitted: v.optional(v.boolean()),
  outcome: v.optional(registrationStatus),
});

export type Draft = v.InferOutput<typeof draft>;
export type Attempt = NonNullable<Draft['attempt']>;

/** A spot that is offered to a place on the waiting list, taken up by the runner who waited. */
export interface Offer {
  readonly placeId: string;
  readonly ticket: string;
  readonly eventId: string;
  readonly runner: IdentityMessage;
  /** How many run together. */
  readonly size: number;
}

/** Who the runner is, as he would have typed it. */
export const typedFrom = ({ firstName, lastName, email, birthDate }: IdentityMessage) => {
  const [birthYear = '', month = '', day = ''] = birthDate.split('-');
  return { firstName, lastName, email, birthDay: `${Number(day)}`, birthMonth: `${Number(month)}`, birthYear };
};

/** One for each who registers, who pays first. */
export type Ids = readonly [string, ...string[]];

/** A draft for a place in an event for each of them. What was typed before is kept; everything that hangs on the ids is not. */
export const newDraft = (
  [registrationId, ...others]: Ids,
  eventId: string,
  [own = nothingTyped, ...more]: readonly Typed[] = [],
): Draft => ({
  registrationId,
  eventId,
  typed: own,
  ...(others.length > 0 && {
    companions: others.map((id, n) => ({ registrationId: id, typed: more[n] ?? nothingTyped })),
  }),
});

/** Everybody the draft is for, who pays first. */
export const peopleOf = (draft: Draft): readonly { readonly registrationId: string; readonly typed: Typed }[] => [
  draft,
  ...(draft.companions ?? []),
];

export const idsOf = (draft: Draft): Ids => [
  draft.registrationId,
  ...(draft.companions ?? []).map(({ registrationId }) => registrationId),
];

export const sizeOf = (draft: Draft): number => peopleOf(draft).length;

export const typedOf = (draft: Draft): readonly Typed[] => peopleOf(draft).map((one) => one.typed);

/** Everybody's name, as typed. */
export const namesOf = (draft: Draft): readonly string[] =>
  typedOf(draft).map(({ firstName, lastName }) => `${firstName.trim()} ${lastName.trim()}`);

/** The draft, if it is still for this very place, and for as many people: then its ids must stay. */
export const sameRequest = (of: Draft | undefined, eventId: string, size: number): Draft | undefined =>
  of?.eventId === eventId && !of.outcome && sizeOf(of) === size ? of : undefined;

/**
 * The attempt at a place in this race that the server remembers, for a browser that has forgotten it. The hold itself is
 * not in it: asked for with the same ids, the server gives the same one again.
 */
export const draftFrom = ({ holds, draft }: SessionMessage, raceId: string): Draft | undefined => {
  const hold = holds.findLast((one) => one.raceId === raceId);
  if (!hold) return undefined;
  const { companions = [], ...own } = draft ?? {};
  const typed = draft ? [{ ...nothingTyped, ...own }, ...companions] : [];
  return newDraft([hold.registrationId, ...(hold.companions ?? [])], hold.eventId, typed);
};

/** What is left of a draft with the server: what was typed about everybody. */
export const serverDraftOf = ({ typed, companions }: Draft): TypedDraft => ({
  ...typed,
  ...(companions && { companions: companions.map((one) => one.typed) }),
});
