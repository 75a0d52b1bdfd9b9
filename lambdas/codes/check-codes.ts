import type { EntryPerson } from '../domain/quote';
import { type Amount, networkOf, type Tally } from '../spots/limits/limits';
import { type Code, hashOfCode, isAllowed, stateOf } from './code';
import type { Codes } from './ports';

/** Codes that cannot be used, for each hold and for each address in a quarter of an hour. */
export const maxTriesPerHold = 10;
export const maxTriesPerAddress = 50;
const trySeconds = 900;
/** A hold does not last longer. */
const holdSeconds = 1800;
/** As with spots: a /48 is some households, or a town. */
const addressesPerNetwork = 4;

/** With at most so many uses they are never dealt from a block. */
const maxDirect = 8;

export interface CodesRequest {
  readonly raceId: string;
  /** The registration that is quoted; absent when somebody asks for hidden events. */
  readonly registrationId?: string | undefined;
  readonly address: string;
  readonly words: readonly string[];
  readonly people: readonly EntryPerson[];
}

export interface UsableDiscount extends Pick<Code, 'kind' | 'value' | 'appliesTo'> {
  readonly ref: string;
  readonly isFor: (person: number) => boolean;
  readonly pool?: string | undefined;
  readonly isDirect?: boolean | undefined;
  readonly isOnce?: boolean | undefined;
}

export type CodesChecked =
  | { readonly kind: 'usable'; readonly discount?: UsableDiscount | undefined }
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
 * Looks up the codes of a quote. A try is counted before it is looked up, and taken back when the code can be used: whoever
 * sends many at once is stopped as well. What has not started, is for others or does not exist is the same answer.
 */
export const checkCodes = ({ codes, tally, personOf, hash, now }: Needs): CheckCodes => {
  const look = async ({ raceId, words, people }: CodesRequest): Promise<CodesChecked> => {
    let discount: UsableDiscount | undefined;
    for (const [place, word] of words.entries()) {
      const code = await codes.find(raceId, hashOfCode(raceId, word, hash));
      const state = code ? stateOf(code, now()) : 'unknown';
      const allowed = people.map(({ email }) => code !== undefined && isAllowed(code, email));
      if (!code || state === 'unknown' || !allowed.includes(true)) return { kind: 'code-unknown', place };
      if (state === 'expired') return { kind: 'code-expired', place };
      if (code.kind === 'none') continue;
      if (discount) return { kind: 'second-discount', place };
      if (await areUsedUp(code, people, allowed)) return { kind: 'code-used-up', place };
      discount = {
        ref: code.id,
        kind: code.kind,
        value: code.value,
        appliesTo: code.appliesTo,
        isFor: (person) => allowed[person] === true,
        pool: code.pool,
        isDirect: code.uses !== undefined && code.uses <= maxDirect,
        isOnce: code.perPerson === 1,
      };
    }
    return { kind: 'usable', discount };
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
    const tries = triesOf(request, now());
    const [ofAddress = 0, ofNetwork = 0, ofHold = 0] = await tally.add(tries);
    if (
      ofHold > maxTriesPerHold ||
      ofAddress > maxTriesPerAddress ||
      ofNetwork > maxTriesPerAddress * addressesPerNetwork
    ) {
      await tally.takeBack(tries);
      return { kind: 'too-many-tries' };
    }
    const answer = await look(request);
    if (answer.kind === 'usable') await tally.takeBack(tries);
    return answer;
  };
};

/** Of the address, its network and the hold. */
const triesOf = ({ raceId, registrationId, address, words }: CodesRequest, now: Date): readonly Amount[] => {
  const of = { much: words.length, at: Math.floor(now.getTime() / 1000), seconds: trySeconds };
  const network = networkOf(address) ?? address;
  return [
    { ...of, who: `codes:address:${raceId}:${address}` },
    { ...of, who: `codes:network:${raceId}:${network}` },
    ...(registrationId === undefined ? [] : [{ ...of, who: `codes:hold:${registrationId}`, seconds: holdSeconds }]),
  ];
};
