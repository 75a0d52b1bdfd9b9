import type { CheckCodes, CodesChecked, CodesRequest, Discount, UsableCode } from '../domain/money/discount';
import type { EntryPerson } from '../domain/money/quote';
import type { Tally } from '../spots/limits/limits';
import { type Code, foldCode, hashOfCode, isAllowed, stateOf } from './code';
import type { Codes } from './ports';
import { countTry, maxHoldSeconds } from './tries';

/** The uses of a code that has no more of them are never dealt from a block. */
const maxDirectUses = 8;

interface Needs {
  readonly codes: Codes;
  readonly tally: Tally;
  readonly personOf: (person: EntryPerson) => string;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

/**
 * Looks up the codes of a quote. A try is counted before the lookup, and taken back when the code can be used. So somebody who sends
 * many codes at once is stopped as well. A code that has not started, one for other people and one that does not exist get the same
 * answer. The code that opened the event was looked up before the hold, and stands until the hold ends, unless it is withdrawn. Each
 * person uses it. It lowers the price unless another code does.
 */
export const checkCodes = ({ codes, tally, personOf, hash, now }: Needs): CheckCodes => {
  const look = async ({ raceId, eventId, words, people }: CodesRequest): Promise<CodesChecked> => {
    let found: { readonly discount: Discount; readonly place: number } | undefined;
    for (const [place, word] of words.entries()) {
      const code = await codes.find(raceId, hashOfCode(raceId, word, hash));
      const credit = code ? undefined : await creditFor({ raceId, eventId, people }, word);
      const state = code ? stateOf(code, now()) : 'unknown';
      const allowed = people.map(({ email }) => code !== undefined && isAllowed(code, email));
      if (!credit && (state === 'unknown' || !allowed.includes(true))) return { kind: 'code-unknown', place };
      if (credit === 'expired' || state === 'expired') return { kind: 'code-expired', place };
      if (code?.kind === 'none') continue;
      if (found) return { kind: 'second-discount', place };
      if (code && (await areUsedUp(code, people, allowed))) return { kind: 'code-used-up', place };
      const discount = credit ?? (code && discountOf(code, (person) => allowed[person] === true));
      found = discount && { discount, place };
    }
    return { kind: 'usable', ...found };
  };

  /**
   * A credit is good for the person who gave up the spot. For everybody else there is no such code. A whole entry is one of an event
   * that is no longer: of a longer one it is as much as the entry cost that was given up.
   */
  const creditFor = async (
    { raceId, eventId, people }: Pick<CodesRequest, 'raceId' | 'eventId' | 'people'>,
    word: string,
  ): Promise<Discount | 'expired' | undefined> => {
    const credit = await codes.findCredit(raceId, foldCode(word));
    const own = people.findIndex((person) => hash(personOf(person)) === credit?.personHash);
    if (!credit || own < 0) return undefined;
    if (now().getTime() >= credit.expiresAt) return 'expired';
    const { id: ref, pool, worth, fee, cost, events } = credit;
    const isNoLonger = events.noLonger.includes(eventId);
    if (!isNoLonger && !events.longer.includes(eventId)) return undefined;
    const off =
      worth === undefined && isNoLonger
        ? ({ kind: 'percent', value: 100 } as const)
        : ({ kind: 'amount', value: worth ?? cost } as const);
    return { ref, pool, isDirect: true, ...off, appliesTo: 'entry', isFor: (person) => person === own, fee };
  };

  const withAccess = async (
    request: CodesRequest,
    checked: Extract<CodesChecked, { kind: 'usable' }>,
  ): Promise<CodesChecked> => {
    const { raceId, access } = request;
    const code = access === undefined ? undefined : await codes.findById(raceId, access);
    // The standby of a database that was restored may not know it: the hold says that it was there.
    if (!code) return checked;
    if (code.isWithdrawn) return { kind: 'access-withdrawn' };
    const refused = await refusedToAny(code, request);
    if (refused) return refused;
    const own = code.kind === 'none' ? undefined : discountOf(code, () => true);
    return { ...checked, discount: checked.discount ?? own, access: usesOf(code) };
  };

  /**
   * Whether the code is for other people, or somebody used it already. Either tells of a person, so it counts as a guess at a list does:
   * somebody with the code could ask about one person after the other.
   */
  const refusedToAny = async (code: Code, request: CodesRequest): Promise<CodesChecked | undefined> => {
    if (code.allow === undefined && code.perPerson === undefined) return undefined;
    const { people, registrationId } = request;
    const who = { who: `hold:${registrationId}`, seconds: maxHoldSeconds, much: 1 };
    const counted = await countTry({ tally, now }, { ...request, what: 'list', much: people.length }, who);
    if (counted.isTooMany) return { kind: 'list-tried-too-often' };
    const allowed = people.map(({ email }) => isAllowed(code, email));
    if (allowed.includes(false))
      return { kind: 'for-others', people: people.flatMap((_, n) => (allowed[n] ? [] : [n])) };
    if (await areUsedUp(code, people, allowed)) return { kind: 'code-used-up', place: 0 };
    await counted.takeBack();
    return undefined;
  };

  /** The standby may not know the newest use yet. Of one use for each person the writer makes sure. */
  const areUsedUp = async (code: Code, people: readonly EntryPerson[], allowed: readonly boolean[]) => {
    const { perPerson } = code;
    if (perPerson === undefined) return false;
    const users = people.filter((_, n) => allowed[n]);
    const uses = await codes.usesOf(code, users.map(personOf));
    return uses.some((n) => n >= perPerson);
  };

  return async (request) => {
    const { words, registrationId } = request;
    if (words.length === 0) return withAccess(request, { kind: 'usable' });
    const who = { who: `hold:${registrationId}`, seconds: maxHoldSeconds };
    const counted = await countTry({ tally, now }, { ...request, what: 'codes', much: words.length }, who);
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
  isDirect: code.uses !== undefined && code.uses <= maxDirectUses,
  isOnce: code.perPerson === 1,
});

const discountOf = (code: Code, isFor: Discount['isFor']): Discount => {
  const { kind, value, appliesTo } = code;
  return { ...usesOf(code), kind, value, appliesTo, isFor };
};
