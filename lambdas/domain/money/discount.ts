import type { EntryPerson } from './quote';

/** A code with uses of it: each person has one because the price is lowered, or because the code opened the event. */
export interface UsableCode {
  readonly ref: string;
  /** The pool of its uses; absent when there is no limit. */
  readonly pool?: string | undefined;
  /** The pool is so small that it is never dealt from a block. */
  readonly isDirect?: boolean | undefined;
  /** Each person has one use: the writer sees to it. */
  readonly isOnce?: boolean | undefined;
}

/** What a code does to a price. `none`: it only opens events. `value`: percent, or the currency's smallest unit. */
export interface PriceCut {
  readonly kind: 'percent' | 'amount' | 'price' | 'none';
  readonly value: number;
  readonly appliesTo: 'entry' | 'items' | 'both';
}

/** A code that may be used, as the price knows it. */
export interface Discount extends UsableCode, PriceCut {
  readonly isFor: (person: number) => boolean;
  /** What is charged for using it. */
  readonly fee?: number | undefined;
}

/** What was typed as codes for an entry, in the order in which it was sent. */
export interface CodesRequest {
  readonly raceId: string;
  readonly eventId: string;
  /** The registration that is quoted. */
  readonly registrationId: string;
  readonly address: string;
  readonly words: readonly string[];
  /** The code that opened the event for the hold. */
  readonly access?: string | undefined;
  readonly people: readonly EntryPerson[];
}

/** `place`: which of the codes. Absent of a discount: it is the code that opened the event for the hold. */
export type CodesChecked =
  | {
      readonly kind: 'usable';
      readonly discount?: Discount | undefined;
      readonly place?: number;
      readonly access?: UsableCode | undefined;
    }
  /** The code that opened the event is not for all of them. `people`: the positions of those whom it is not for. */
  | { readonly kind: 'for-others'; readonly people: readonly number[] }
  | {
      readonly kind: 'code-unknown' | 'code-expired' | 'code-used-up' | 'second-discount';
      readonly place: number;
    }
  /** The code that opened the event was withdrawn since. */
  | { readonly kind: 'access-withdrawn' }
  | { readonly kind: 'too-many-tries' | 'list-tried-too-often' };

/** Looks up codes, and counts those that cannot be used. */
export type CheckCodes = (request: CodesRequest) => Promise<CodesChecked>;
