import type { Claim } from '../domain/claim';
import type { Counted, Hold } from '../domain/hold';
import type { LimitedClaimed, WantedLimited } from '../domain/limited';
import type { Discount, UsableCode } from '../domain/money/discount';
import type { Entry, FeeFigures, MoneyLineKind, SignedQuote, TeamWish } from '../domain/money/quote';
import type { NewTeam } from '../domain/team';

/** Reads holds and quotes, and signs quotes. `undefined`: the token is not ours. */
export interface QuoteTokens {
  readHold(token: string): Promise<Hold | undefined>;
  readQuote(token: string): Promise<SignedQuote | undefined>;
  signQuote(quote: SignedQuote): Promise<string>;
}

/** A form of a race, as `lambdas/api/form` knows it. The rules of this capability hand it on and do not look into it. */
export interface QuotedForm {
  readonly revision: number;
  readonly form: unknown;
}

export interface Forms {
  /** The present revision of the race's form; `undefined` for a plain race. */
  current(raceId: string): Promise<number | undefined>;
  find(raceId: string, revision: number): Promise<QuotedForm | undefined>;
}

/** Something in an entry that does not fit. `field`: its path in the entry. */
export interface EntryFault {
  readonly field: string;
  readonly code: string;
}

/** `dropped`: the paths of answers that nobody is asked for. The entry is without them. */
export type ReadEntry = (
  form: unknown,
  event: Pick<Hold, 'eventId' | 'kind'>,
  sent: unknown,
) => { readonly entry: Entry; readonly dropped: readonly string[] } | { readonly faults: readonly EntryFault[] };

export interface PricedLine {
  readonly kind: MoneyLineKind;
  readonly ref?: string | undefined;
  readonly label?: string | undefined;
  readonly list: number;
  readonly amount: number;
  readonly isLimited?: boolean | undefined;
  /** Of what is limited and no item. */
  readonly pool?: string | undefined;
  /** The pool is never dealt from a block. */
  readonly isDirect?: boolean | undefined;
}

export interface Priced {
  readonly people: readonly {
    readonly registrationId: string;
    readonly share: number;
    readonly lines: readonly PricedLine[];
  }[];
  readonly total: number;
  readonly fee?: FeeFigures | undefined;
}

/** The team that an entry names, and the runner who asks for it. */
export interface TeamRequest {
  readonly raceId: string;
  readonly eventId: string;
  readonly sessionHash: string;
  readonly address: string;
  readonly wish: TeamWish | undefined;
  /** The leg that each person of the entry would like, where it is a relay. */
  readonly legs: readonly (number | undefined)[];
}

export type TeamChecked =
  | { readonly kind: 'founds'; readonly newTeam: NewTeam }
  | { readonly kind: 'may-join'; readonly team: { readonly id: string; readonly pool: string } }
  /** They are more than such a team may have. */
  | { readonly kind: 'too-many-people'; readonly size: number }
  | { readonly kind: 'wrong-legs'; readonly faults: readonly EntryFault[] }
  | { readonly kind: 'team-code-wrong' | 'team-closed' | 'too-many-tries' };

/** Looks up the team of an entry, and counts join codes that are wrong. Undefined: it is for none. */
export type CheckTeam = (form: unknown, request: TeamRequest) => Promise<TeamChecked | undefined>;

/** `too-large`: nobody can be charged that much at once. */
export type PriceEntry = (
  form: unknown,
  base: { readonly label: string; readonly amount: number; readonly minCharge: number },
  entry: Entry,
  discount?: Discount,
  access?: UsableCode,
) => Priced | 'too-large';

/** Whether the rules of a form let these people run in an event, and whether all is signed. */
export interface Judged {
  /** The rules that are broken. */
  readonly broken: readonly EntryFault[];
  /** What is missing. */
  readonly faults: readonly EntryFault[];
  /** The events in which each person has one spot together. */
  readonly limitGroup?: string | undefined;
}

/**
 * Undefined while the race cannot be read. `list-tried-too-often`: the asker tried too many people who are not on the list of the event,
 * and is told of nobody any more.
 */
export type JudgeEntry = (
  form: unknown,
  event: { readonly raceId: string; readonly eventId: string },
  entry: Entry,
  asker: { readonly registrationId: string; readonly address: string },
) => Promise<Judged | 'list-tried-too-often' | undefined>;

/** The fundraiser with this name in a race. What is known of it may be half a minute old. */
export type FindFundraiser = (
  raceId: string,
  slug: string,
) => Promise<{ readonly id: string; readonly cause: string; readonly isOpen: boolean } | undefined>;

/** Counts the quotes of a hold. It may forget. */
export interface QuoteCounts {
  /** Adds one. Returns the new count. */
  countOneMore(registrationId: string): Promise<number>;
  /** Subtracts one that only had to wait for others. It does so a few hundred times for a hold, and then no more. */
  spareOne(registrationId: string): Promise<void>;
}

/** Which people are registered for an event, in their order. */
export interface KnownRunners {
  /** As the cache remembers it of the last hour. */
  remembered(eventId: string, people: readonly string[]): Promise<readonly boolean[]>;
  /** As it is written down, for this event or for another one of the limit group. */
  written(eventId: string, people: readonly string[], limitGroup?: string): Promise<readonly boolean[]>;
}

/** What an entry wants of anything limited, and what its last quote claimed. */
export interface ClaimRequest {
  readonly registrationId: string;
  readonly raceId: string;
  /** Units count as the spots of their hold do, until it is paid. Absent of a spot that was offered. */
  readonly counted?: Counted | undefined;
  readonly sessionHash: string;
  readonly address: string;
  readonly wanted: readonly WantedLimited[];
  readonly previous: readonly Claim[];
  /** Those of them that are uses of codes. */
  readonly previousUses: readonly Claim[];
  /** When the hold ends, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Claims units until the hold ends. `deadline` is in milliseconds since the epoch. */
export type ClaimLimited = (request: ClaimRequest, deadline: number) => Promise<LimitedClaimed>;

/** Whether this address may have the spots of the hold for nothing today. If so, they count for it until a day is over. */
export type TakeForNothing = (hold: Hold, address: string) => Promise<boolean>;
