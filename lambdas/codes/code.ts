import type { PriceCut } from '../domain/money/discount';

/** A code as it was made. The word itself is kept nowhere. */
export interface Code extends PriceCut {
  readonly id: string;
  readonly opensEvents: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startsAt?: number | undefined;
  readonly expiresAt?: number | undefined;
  readonly isWithdrawn: boolean;
  /** Its uses; absent when there is no limit. */
  readonly pool?: string | undefined;
  /** How many uses there are. */
  readonly uses?: number | undefined;
  readonly perPerson?: number | undefined;
  /** An e-mail address, or what follows the @ in it. */
  readonly allow?: string | undefined;
}

export const minCodeLength = 6;
export const maxCodeLength = 40;

/**
 * A code as it is compared: people type it in any case, with spaces and hyphens, and confuse O with 0 and I or L with 1.
 */
export const foldCode = (typed: string): string => lettersOf(typed).replace(/O/g, '0').replace(/[IL]/g, '1');

const lettersOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What is hashed: the same word is another code in another race. */
export const hashOfCode = (raceId: string, typed: string, hash: (text: string) => string): string =>
  hash(`${raceId}|${foldCode(typed)}`);

/** Enough to recognise a code that one has seen, and too little to guess it. It is not folded, because people read it. */
export const hintOf = (code: string): string => lettersOf(code).slice(0, 2);

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code that nobody guesses: 60 random bits as twelve letters and digits without I, L, O and U. */
export const codeOf = (random: Uint8Array): string => {
  if (random.length < 12) throw new Error(`a code needs 12 random bytes, and has ${random.length}`);
  const letters = [...random.slice(0, 12)].map((byte) => alphabet[byte % 32]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
};

/** Whether it can be used now. Before it starts nobody is told that there is such a code. */
export const stateOf = (code: Code, now: Date): 'usable' | 'unknown' | 'expired' => {
  if (code.startsAt !== undefined && now.getTime() < code.startsAt) return 'unknown';
  if (code.isWithdrawn || (code.expiresAt !== undefined && now.getTime() >= code.expiresAt)) return 'expired';
  return 'usable';
};

/** Whether a person may use it. */
export const isAllowed = ({ allow }: Pick<Code, 'allow'>, email: string): boolean => {
  const address = email.normalize('NFKC').toLowerCase();
  return allow === undefined || address === allow || address.endsWith(`@${allow}`);
};
