import type { Entry, RankRules } from './entry';
import { rankKey } from './files';

/** A finisher. Equal rounded times share a place, and the next place counts everybody before it: 1, 2, 2, 4. */
export interface Ranked {
  readonly entry: Entry;
  /** The time that counts, rounded, with the penalty. */
  readonly rankMs: number;
  /** Whether they are among the first by gun, who come before everybody else. */
  readonly isByGun: boolean;
  /** Its place in the order of the list: see `rankKey`. */
  readonly key: string;
  readonly place: number;
  /** Undefined: the gender is not known, or has no list. */
  readonly genderPlace?: number | undefined;
  readonly ageGroup?: string | undefined;
  readonly groupPlace?: number | undefined;
}

const roundsTo = { 'up-to-second': 1000, tenths: 100 } as const;

/**
 * The finishers in order. No other rule makes places. A runner without the kind of time that counts is ranked by the other kind.
 * A runner without any time is no finisher, even if the status says so.
 */
export const rank = (rules: RankRules, entries: readonly Entry[]): readonly Ranked[] => {
  const step = roundsTo[rules.rounding];
  const rounded = (ms: number, { penaltyMs = 0 }: Entry) => Math.ceil((ms + penaltyMs) / step) * step;
  const finishers = entries.filter(isFinisher);
  const lastByGun = gunLimit(
    finishers.flatMap((entry) => (entry.gunMs === undefined ? [] : [rounded(entry.gunMs, entry)])),
    rules.gunPlaces,
  );

  const sorted = finishers
    .map((entry) => {
      const { gunMs, chipMs } = entry;
      const own = rules.rankBy === 'gun' ? (gunMs ?? chipMs) : (chipMs ?? gunMs);
      const gun = gunMs === undefined ? Number.POSITIVE_INFINITY : rounded(gunMs, entry);
      const isByGun = gun <= lastByGun;
      const rankMs = isByGun ? gun : rounded(own ?? 0, entry);
      return { entry, rankMs, isByGun, key: rankKey(isByGun, rankMs) };
    })
    .sort((a, b) => compare(a.key, b.key) || compare(gunOf(a.entry), gunOf(b.entry)) || a.entry.bib - b.entry.bib);

  const lists = new Map<string, { rows: number; place: number; key: string }>();
  /** The place in one list. It is called in the order of the list. */
  const placeIn = (list: string, key: string): number => {
    const seen = lists.get(list);
    const rows = (seen?.rows ?? 0) + 1;
    const place = seen?.key === key ? seen.place : rows;
    lists.set(list, { rows, place, key });
    return place;
  };
  return sorted.map(({ entry, rankMs, isByGun, key }) => {
    const isListed = rules.genders.some(({ code }) => code === entry.gender);
    const ageGroup = ageGroupOf(rules, entry);
    return {
      entry,
      rankMs,
      isByGun,
      key,
      place: placeIn('overall', key),
      ...(isListed && { genderPlace: placeIn(`gender:${entry.gender}`, key) }),
      ...(ageGroup !== undefined && { ageGroup, groupPlace: placeIn(`age:${ageGroup}`, key) }),
    };
  });
};

const compare = <T extends number | string>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

const gunOf = ({ gunMs = Number.POSITIVE_INFINITY }: Entry): number => gunMs;

const isFinisher = ({ status, gunMs, chipMs }: Entry): boolean =>
  status === 'finished' && (gunMs !== undefined || chipMs !== undefined);

/** The gun time of the last finisher who is ranked by gun. Others with the same gun time are ranked by gun, too. */
const gunLimit = (times: readonly number[], places: number): number =>
  [...times].sort(compare)[Math.min(places, times.length) - 1] ?? Number.NEGATIVE_INFINITY;

/** The code of the first age group that fits. */
export const ageGroupOf = ({ ageGroups }: Pick<RankRules, 'ageGroups'>, { age, gender }: Entry): string | undefined =>
  age === undefined
    ? undefined
    : ageGroups.find(
        (group) => group.from <= age && age <= group.to && (group.gender === undefined || group.gender === gender),
      )?.code;
