import type { EntryPerson } from '../domain/quote';
import type { Tally } from '../spots/limits/limits';
import { type Code, foldCode, hashOfCode, isAllowed, stateOf } from './code';
import type { Codes } from './ports';
import { countTry } from './tries';

/** A hold does not last longer. */
const holdSeconds = 1800;

/** With at most so many uses they are never dealt from a block. */
const maxDirect = 8;

export interface CodesRequest {
  readonly raceId: string;
  /** The registration that is quoted. */
  readonly registrationId: string;
  readonly address: string;
  readonly words: readonly string[];
  /** The code that opened the event for this hold. */
  readonly access?: string | undefined;
  readonly people: readonly EntryPerson[];
}

/** A code with uses of it. */
export interface UsableCode {
  readonly ref: string;
  readonly pool?: string | undefined;
  readonly isDirect?: boolean | undefined;
  readonly isOnce?: boolean | undefined;
}

export interface UsableDiscount extends UsableCode, Pick<Code, 'kind' | 'value' | 'appliesTo'> {
  readonly isFor: (person: number) => boolean;
  /** What is charged for using it. */
  readonly fee?: number | undefined;
}

export type CodesChecked =
  | {
      readonly kind: 'usable';
      readonly discount?: UsableDiscount | undefined;
      readonly access?: UsableCode | undefined;
    }
  /** The code that opened the event is for other people. `people`: which of the entry it is not for. */
  | { readonly kind: 'for-others'; readonly people: readonly number[] }
  | {
      readonly kind: 'code-unknown' | 'code-expired' | 'code-used-up' | 'second-discount';
      readonly place: number;
    }
  | { readonly kind: 'too-many-tries' };

export type CheckCodes = (request: CodesRequest) => Promise<CodesChecked>;

interface Needs {
  readonly codes: Codes;
  readonly tally: Tally;
  readonly personOf: (person: EntryPerson) => string;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

/**
 * Looks up the codes of a quote. A try is counted before it is looked up, and taken back when the code can be used: somebody who
 * sends many at once is stopped as well. What has not started, is for others or does not exist is the same answer. The code
 * that opened the event was looked up before the hold: it stands until the hold ends, is used by everybody, and takes off
 * what it takes off unless another code does.
 */
export const checkCodes = ({ codes, tally, personOf, hash, now }: Needs): CheckCodes => {
  const look = async ({ raceId, words, people }: CodesRequest): Promise<CodesChecked> => {
    let discount: UsableDiscount | undefined;
    for (const [place, word] of words.entries()) {
      const code = await codes.find(raceId, hashOfCode(raceId, word, hash));
      const credit = code ? undefined : await creditFor(raceId, word, people);
      const state = code ? stateOf(code, now()) : 'unknown';
      const allowed = people.map(({ email }) => code !== undefined && isAllowed(code, email));
      if (!credit && (state === 'unknown' || !allowed.includes(true))) return { kind: 'code-unknown', place };
      if (credit === 'expired' || state === 'expired') return { kind: 'code-expired', place };
      if (code?.kind === 'none') continue;
      if (discount) return { kind: 'second-discount', place };
      if (code && (await areUsedUp(code, people, allowed))) return { kind: 'code-used-up', place };
      discount = credit ?? (code && discountOf(code, (person) => allowed[person] === true));
    }
    return { kind: 'usable', discount };
  };

  /** A credit is good for who gave up the spot; for everybody else there is no such code. */
  const creditFor = async (
    raceId: string,
    word: string,
    people: CodesRequest['people'],
  ): Promise<UsableDiscount | 'expired' | undefined> => {
    const credit = await codes.findCredit(raceId, foldCode(word));
    const own = people.findIndex((person) => hash(personOf(person)) === credit?.personHash);
    if (!credit || own < 0) return undefined;
    if (now().getTime() >= credit.expiresAt) return 'expired';
    const { id: ref, pool, worth, fee } = credit;
    const off =
      worth === undefined ? ({ kind: 'percent', value: 100 } as const) : ({ kind: 'amount', value: worth } as const);
    return { ref, pool, isDirect: true, ...off, appliesTo: 'entry', isFor: (person) => person === own, fee };
  };

  const withAccess = async (
    { raceId, access, people }: CodesRequest,
    checked: Extract<CodesChecked, { kind: 'usable' }>,
  ): Promise<CodesChecked> => {
    const code = access === undefined ? undefined : await codes.findById(raceId, access);
    // The standby of a database that was restored may not know it: the hold says that it was there.
    if (!code) return checked;
    const allowed = people.map(({ email }) => isAllowed(code, email));
    if (allowed.includes(false))
      return { kind: 'for-others', people: people.flatMap((_, n) => (allowed[n] ? [] : [n])) };
    if (await areUsedUp(code, people, allowed)) return { kind: 'code-used-up', place: 0 };
    const own = code.kind === 'none' ? undefined : discountOf(code, () => true);
    return { kind: 'usable', discount: checked.discount ?? own, access: usesOf(code) };
  };

  /** The standby may not know the newest use yet. Of one use for each person the writer makes sure. */
  const areUsedUp = async (code: Code, people: readonly EntryPerson[], allowed: readonly boolean[]) => {
    const { perPerson } = code;
    if (perPerson === undefined) return false;
    const users = people.filter((_, n) => allowed[n]);
    const uses = await codes.usesOf(code.id, users.map(personOf));
    return uses.some((n) => n >= perPerson);
  };

  return async (request) => {
    const { words, registrationId } = request;
    if (words.length === 0) return withAccess(request, { kind: 'usable' });
    const who = { who: `hold:${registrationId}`, seconds: holdSeconds };
    const counted = await countTry({ tally, now }, { ...request, much: words.length }, who);
    if (counted.isTooMany) return { kind: 'too-many-tries' };
    const answer = await look(request);
    if (answer.kind !== 'usable') return answer;
    await counted.takeBack();
    return withAccess(request, answer);
  };
};

const usesOf = (code: Code): UsableCode => ({
  ref: code.id,
  pool: code.pool,
  isDirect: code.uses !== undefined && code.uses <= maxDirect,
  isOnce: code.perPerson === 1,
});

const discountOf = (code: Code, isFor: UsableDiscount['isFor']): UsableDiscount => {
  const { kind, value, appliesTo } = code;
  return { ...usesOf(code), kind, value, appliesTo, isFor };
};
