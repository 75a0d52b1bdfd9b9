import { canonicalJson } from '../canonical-json';
import type { Claim } from '../claim';
import type { Hold } from '../hold';
import type { Identity } from '../person/person';
import type { Guardian, Signature } from '../person/signatures';
import type { NewTeam } from '../team';

/** One person of an entry: identity, answers by the id of the question, and what else the form of the race asks for. */
export interface EntryPerson extends Identity {
  readonly registrationId: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly guardian?: Guardian | undefined;
  readonly signatures?: readonly Signature[] | undefined;
  /** Of a relay, from 1. */
  readonly leg?: number | undefined;
}

/** Everything that a registration in a race with a form says. The first person pays. */
export interface Entry {
  readonly people: readonly [EntryPerson, ...EntryPerson[]];
  readonly order: {
    readonly answers: Readonly<Record<string, unknown>>;
    readonly team?: TeamWish | undefined;
    readonly donation?: { readonly cause: string; readonly amount: number } | undefined;
    readonly collected?: CollectedWish | undefined;
  };
}

/** The fundraiser that gets the donation, by the end of its address, and whether the donor may be named there. */
export interface CollectedWish {
  readonly fundraiser: string;
  readonly isPublic?: boolean | undefined;
}

/** The fundraiser that got a donation, by its id, and whether the donor may be named. */
export interface Collected {
  readonly fundraiser: string;
  readonly isPublic?: true | undefined;
}

/** What the people of an order want together: a new team, or places in one that is there. */
export type TeamWish =
  | { readonly create: { readonly kind: string; readonly name: string } }
  | { readonly join: { readonly id: string; readonly code: string } };

export type MoneyLineKind = 'entry' | 'item' | 'donation' | 'fee' | 'code' | 'team';

/**
 * Kind, what it is by the ids of the form (empty for entry and fee), what it costs, and what of that is charged. Of what is
 * limited, the claimed unit besides: its block, by its place in `blocks`, and its number. A list and no object, because
 * eight people have up to a hundred of them in one token.
 */
export type QuotedLine =
  | readonly [kind: MoneyLineKind, ref: string, list: number, amount: number]
  | readonly [
      kind: MoneyLineKind,
      ref: string,
      list: number,
      amount: number,
      claim: readonly [block: number, unit: number],
    ];

/** What claims of a quote need besides its lines. Absent where nothing is limited. */
export interface Claimed {
  /** Pool and block of what is claimed. */
  readonly blocks?: readonly (readonly [pool: string, block: string])[] | undefined;
  /** The fee that was added to what each person pays, so that it can be lowered with what is short. */
  readonly fee?: FeeFigures | undefined;
}

export interface FeeFigures {
  readonly basisPoints?: number | undefined;
  /** In the currency's smallest unit. */
  readonly fixed?: number | undefined;
}

/** The unit that a line claims. */
export const claimOf = ({ blocks = [] }: Claimed, line: QuotedLine): Claim | undefined => {
  const [at, number] = line[4] ?? [];
  const [pool, block] = (at === undefined ? undefined : blocks[at]) ?? [];
  return pool === undefined || block === undefined || number === undefined ? undefined : { pool, number, block };
};

/** Every claim of a quote, or those of the lines of one kind. */
export const claimsOf = (
  quote: Claimed & { readonly people: readonly Share[] },
  kind?: MoneyLineKind,
): readonly Claim[] =>
  quote.people.flatMap(({ lines }) =>
    lines.flatMap((line) => (kind === undefined || line[0] === kind ? (claimOf(quote, line) ?? []) : [])),
  );

/** What one person of the hold is charged. */
export interface Share {
  readonly registrationId: string;
  /** The sum of the lines. */
  readonly share: number;
  readonly lines: readonly QuotedLine[];
}

/**
 * What an entry costs, as a promise until the hold ends. Signed by us, carried by the browser. It binds the entry without
 * carrying it: the payer sends the entry, too, and its hash must be this one.
 */
export interface SignedQuote extends Claimed {
  readonly registrationId: string;
  /** See `hashOfHold`. */
  readonly holdHash: string;
  /** SHA-256 (base64url) of the entry's canonical JSON. */
  readonly entryHash: string;
  /** The revision of the form that the entry fits. */
  readonly form: number;
  /** In the order of the hold's seats. */
  readonly people: readonly Share[];
  /** The sum of the shares, in the hold's currency. */
  readonly total: number;
  /** The events in which each person has one spot together. */
  readonly limitGroup?: string | undefined;
  /** Codes of which each person has one use. */
  readonly once?: readonly string[] | undefined;
  /** The people found it when they are registered. */
  readonly newTeam?: NewTeam | undefined;
  /** Of the donation. */
  readonly collected?: Collected | undefined;
  /** Absent until a card was tried for this hold. */
  readonly tried?: Tried | undefined;
}

/** What was tried with earlier quotes of the hold. */
export interface Tried {
  /** The total of the first quote that a card was tried with: the payment was created with it. */
  readonly opened: number;
  /** How many quotes a card was tried with. */
  readonly rounds: number;
}

/** What the next quote knows of this one. `wasTried`: a card was tried with it, or may have been. */
export const triedAfter = (quote: SignedQuote, wasTried: boolean): Tried | undefined =>
  wasTried ? { opened: quote.tried?.opened ?? quote.total, rounds: (quote.tried?.rounds ?? 0) + 1 } : quote.tried;

/**
 * Names a hold. Not the hash of its token: the same hold is signed again when one more card may be tried.
 */
export const hashOfHold = ({ cardTries: _, ...hold }: Hold, hash: (text: string) => string): string =>
  hash(canonicalJson(hold));
