import * as v from 'valibot';
import type { SessionMessage, TypedDraft } from '../../../lambdas/api/messages/form/typed-draft';
import { holdGranted } from '../../../lambdas/api/messages/holds';
import type { QuoteGiven } from '../../../lambdas/api/messages/quotes';
import { type IdentityMessage, registrationStatus, runner } from '../../../lambdas/api/messages/registrations';

/** What was typed in answer to questions of a form, by the id of the question. */
export type TypedAnswers = Readonly<Record<string, string>>;

/** Written by this page. Its parts are checked where they are used. */
const written = <T>() => v.optional(v.custom<T>((given) => typeof given === 'object'));

/** A donation as typed: `amount` in the usual unit of the currency, such as `12.50`. */
export interface TypedDonation {
  readonly cause: string;
  readonly amount: string;
  /** The fundraiser: its name in addresses, and the title of its page. */
  readonly fundraiser?: string | undefined;
  readonly title?: string | undefined;
  /** Whether the page of the fundraiser may name the donor. */
  readonly isPublic?: boolean | undefined;
}

/** What the server quoted, as the page keeps it. */
export interface Quoted {
  /** Its entry is without sensitive answers. */
  readonly given: QuoteGiven;
  /** What was quoted: hold and entry, as one text, without sensitive answers. */
  readonly asked: string;
  /** There were sensitive answers, so the whole entry is in memory only. */
  readonly isPartial?: boolean;
  /** A card was tried with it, or may have been. */
  readonly tried?: boolean;
  /** The server took it no more. The next one is asked for with it all the same. */
  readonly isStale?: boolean;
}

/** The inputs of the form about one runner. */
export const typed = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  birthDay: v.string(),
  birthMonth: v.string(),
  birthYear: v.string(),
  gender: v.string(),
  emergencyContact: v.string(),
  /** To the questions of the race. Sensitive answers are not among them: they are not stored. */
  answers: written<TypedAnswers>(),
  /** How many pieces of each variant, by its id. */
  items: written<TypedAnswers>(),
  /** To what is asked once for the order. Only of the person who pays, as the donation. */
  order: written<TypedAnswers>(),
  donation: written<TypedDonation>(),
  /** The code that lowers the price. */
  code: v.optional(v.string()),
});

/** What has been typed about one runner so far, unchecked. */
export type Typed = v.InferOutput<typeof typed>;
export type TypedField = Exclude<keyof Typed, 'answers' | 'items' | 'order' | 'donation' | 'code'>;

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

/** Somebody in the group of the person who pays. */
const companion = v.object({
  /** Made once for the attempt, like the id of the person who pays. */
  registrationId: v.string(),
  typed,
});

/**
 * One attempt to register one person or a group, as stored in this browser. It survives a reload and a crash, and other
 * tabs see it. Card data is never part of it: the attempt has the processor's token. Neither is a client secret.
 */
export const draft = v.object({
  /**
   * The idempotency key, made once for the attempt: hold, row and charge carry it, so a repeated request does nothing twice.
   */
  registrationId: v.string(),
  eventId: v.string(),
  /** The place on the waiting list whose offer the runner accepted. Spot and runner are fixed by it. */
  offer: v.optional(v.object({ placeId: v.string(), ticket: v.string() })),
  /** About the person who pays. */
  typed,
  companions: v.optional(v.array(companion)),
  hold: v.optional(holdGranted),
  /** The revision of the form that is filled in, if it is newer than the hold; `from`: the one before it. */
  form: written<{ readonly revision: number; readonly from: number }>(),
  quoted: written<Quoted>(),
  /** Hash of the waiver that the runner accepted. */
  accepted: v.optional(v.string()),
  /** The request to register, stored before it is sent. It is repeated without any change. */
  attempt: v.optional(
    v.object({
      /** None of the two when there is nothing to pay. Attempts of older pages have a payment method. */
      confirmationToken: v.optional(v.string()),
      paymentMethod: v.optional(v.string()),
      /** The payment whose bank asked. With it the same request goes on where it was. */
      resume: v.optional(v.string()),
      /** What the window of the bank ended with, as far as this browser knows. */
      answered: v.optional(v.picklist(['yes', 'no'])),
      waiverHash: v.string(),
      /** Where the race has a form, quote and entry; otherwise the people. */
      quote: v.optional(v.string()),
      entry: written<QuoteGiven['entry']>(),
      runner: v.optional(runner),
      companions: v.optional(v.array(runner)),
    }),
  ),
  /** The runner took another card while the bank of the card before still asked. */
  leftBank: v.optional(v.boolean()),
  /** A request of this attempt may have arrived although no answer came. */
  unsure: v.optional(v.boolean()),
  /** The server has accepted the request. */
  submitted: v.optional(v.boolean()),
  outcome: v.optional(registrationStatus),
});

export type Draft = v.InferOutput<typeof draft>;
export type Attempt = NonNullable<Draft['attempt']>;

/** What tells one attempt of a draft from another. */
export const tokenOf = ({ attempt }: Draft): string | undefined =>
  attempt && (attempt.confirmationToken ?? attempt.paymentMethod ?? 'free');

/** An offer to a place on the waiting list that the runner accepts. */
export interface Offer {
  readonly placeId: string;
  readonly ticket: string;
  readonly eventId: string;
  readonly runner: IdentityMessage;
  /** How many people are in the group, 1 for one runner. */
  readonly size: number;
}

/** The identity of a runner in the fields of the form. */
export const typedFrom = ({ firstName, lastName, email, birthDate }: IdentityMessage) => {
  const [birthYear = '', month = '', day = ''] = birthDate.split('-');
  return { firstName, lastName, email, birthDay: `${Number(day)}`, birthMonth: `${Number(month)}`, birthYear };
};

/** One registration id for each person. The first is for the person who pays. */
export type Ids = readonly [string, ...string[]];

/** A draft with these ids. Keeps what was typed before, and nothing that belongs to earlier ids (hold, attempt, outcome). */
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

/** Everybody in the draft. The person who pays is first. */
export const peopleOf = (draft: Draft): readonly { readonly registrationId: string; readonly typed: Typed }[] => [
  draft,
  ...(draft.companions ?? []),
];

/** The registration ids of everybody in the draft, in the order of `peopleOf`. */
export const idsOf = (draft: Draft): Ids => [
  draft.registrationId,
  ...(draft.companions ?? []).map(({ registrationId }) => registrationId),
];

/** How many people are in the draft. */
export const sizeOf = (draft: Draft): number => peopleOf(draft).length;

export const typedOf = (draft: Draft): readonly Typed[] => peopleOf(draft).map((one) => one.typed);

/** Everybody's first and last name, as typed. */
export const namesOf = (draft: Draft): readonly string[] =>
  typedOf(draft).map(({ firstName, lastName }) => `${firstName.trim()} ${lastName.trim()}`);

/** The draft, if it has no outcome yet and is for this event and number of people. Then its ids must stay the same. */
export const sameRequest = (of: Draft | undefined, eventId: string, size: number): Draft | undefined =>
  of?.eventId === eventId && !of.outcome && sizeOf(of) === size ? of : undefined;

/**
 * The draft for this race from the server's session, for a browser whose storage is empty. It has no hold: a request with
 * the same ids gets the same hold again. Undefined if the session has no hold in this race.
 */
export const draftFrom = ({ holds, draft }: SessionMessage, raceId: string): Draft | undefined => {
  const hold = holds.findLast((one) => one.raceId === raceId);
  if (!hold) return undefined;
  const { companions = [], ...own } = draft ?? {};
  const typed = draft ? [{ ...nothingTyped, ...own }, ...companions] : [];
  return newDraft([hold.registrationId, ...(hold.companions ?? [])], hold.eventId, typed);
};

/** What the server stores of a draft: what was typed about everybody. */
export const serverDraftOf = ({ typed, companions }: Draft): TypedDraft => ({
  ...typed,
  ...(companions && { companions: companions.map((one) => one.typed) }),
});
