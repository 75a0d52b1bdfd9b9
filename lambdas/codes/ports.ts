import type { Access } from '../spots/holds/ports';
import type { Code } from './code';

/** What a director wants of the codes of one command. */
export interface CodesWish extends Omit<Code, 'id' | 'pool' | 'isWithdrawn'> {
  readonly raceId: string;
  /** Names these codes; it can be used once. */
  readonly batch: string;
}

export interface NewCode {
  readonly id: string;
  readonly hash: string;
  readonly hint: string;
}

export type CodesMade =
  | { readonly kind: 'made' }
  /** The batch was made before. Its codes are not known any more. */
  | { readonly kind: 'batch-taken' }
  /** Another code of the race is the same. `place`: which of the new ones. */
  | { readonly kind: 'code-taken'; readonly place: number }
  | { readonly kind: 'no-such-race' }
  | { readonly kind: 'no-such-event'; readonly eventId: string };

/** A code in a director's list. */
export interface ListedCode {
  readonly id: string;
  readonly batch: string;
  readonly hint: string;
  readonly kind: Code['kind'];
  readonly value: number;
  readonly appliesTo: Code['appliesTo'];
  readonly expiresAt?: string | undefined;
  readonly isWithdrawn: boolean;
  /** Absent when there is no limit. */
  readonly uses?: number | undefined;
  /** Uses of people who are registered. */
  readonly used: number;
  /** How many of them are beyond the limit. */
  readonly over: number;
}

export type UseReturned =
  | { readonly kind: 'returned'; readonly code: string }
  | { readonly kind: 'no-such-line' }
  /** It is the credit of somebody who deferred, and pays for this registration. */
  | { readonly kind: 'pays-for-entry' };

export interface CodeRegister {
  /** All of them or none. In a dry run nothing is written. */
  make(wish: CodesWish, codes: readonly NewCode[], isDryRun: boolean): Promise<CodesMade>;
  /** A page of the race's codes in the order they were made, after the code `after`. */
  list(
    raceId: string,
    filter: { readonly batch?: string | undefined; readonly after?: string | undefined },
  ): Promise<readonly ListedCode[]>;
  /** Nobody can use them any more; quotes that were given stand. Returns how many could be used until now. */
  withdraw(
    raceId: string,
    which: { readonly id?: string | undefined; readonly batch?: string | undefined },
    isDryRun: boolean,
  ): Promise<number>;
  /** The use is free again, and the price that was charged with it stays. */
  returnUse(registrationId: string, position: number, isDryRun: boolean): Promise<UseReturned>;
}

/** What somebody has in place of a spot that they gave up in another race of the series. */
export interface UsableCredit {
  readonly id: string;
  /** SHA-256 (base64url) of the person who may use it. */
  readonly personHash: string;
  /** Of an entry, in the currency's smallest unit; a whole one when absent. */
  readonly worth?: number | undefined;
  /** What the entry that was given up cost, before codes lowered it. */
  readonly cost: number;
  /** The events of the race in which it is good: those that are no longer than the event that was given up, and those that are. */
  readonly events: { readonly noLonger: readonly string[]; readonly longer: readonly string[] };
  readonly fee: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Its one use. */
  readonly pool: string;
}

export interface Codes {
  /** By the hash of what was typed. */
  find(raceId: string, hash: string): Promise<Code | undefined>;
  findById(raceId: string, codeId: string): Promise<Code | undefined>;
  /** By the folded code, where it is good in this race. */
  findCredit(raceId: string, code: string): Promise<UsableCredit | undefined>;
  /** How many uses each of these people has of a code, in the order of the people. */
  usesOf(code: Pick<Code, 'id' | 'perPerson'>, people: readonly string[]): Promise<readonly number[]>;
}

/** Signs which hidden events a session may enter. */
export interface AccessSigner {
  signAccess(access: Access, until: Date): Promise<string>;
}
