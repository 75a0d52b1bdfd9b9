import type { Entry, RankRules } from './entry';
import type { VersionKind } from './files';
import { rank } from './rank';

/** What a version would change for readers. */
export interface Difference {
  /** How many entries came, changed or went. */
  readonly changed: number;
  /** How many who finish in both have another place: among all, in their gender or in their age group. */
  readonly moved: number;
  readonly finishers: { readonly before: number; readonly after: number };
  /** Everybody who is first. With equal times there are several, and without a finisher nobody. */
  readonly winners: { readonly before: readonly number[]; readonly after: readonly number[] };
}

/** Whom a director looks at before they publish: how many bibs, and the first of them. */
export interface Bibs {
  readonly count: number;
  readonly first: readonly number[];
}

/** `open`: neither a time nor a status is known, so final results list them nowhere. Undefined: the version is not final. */
export interface Unsettled {
  readonly open?: Bibs | undefined;
  /** A start list was taken, and bibs are of other runners by now, of nobody, or of runners who have no entry. */
  readonly outdated: Bibs;
  /** They ran by a start list, and their registration has ended since. */
  readonly withoutSpot: Bibs;
}

/** So many are named. */
const mostNamed = 20;

export const bibsOf = (bibs: readonly number[]): Bibs => ({ count: bibs.length, first: bibs.slice(0, mostNamed) });

/** Of runners who are in no list of such a version. Undefined: the race goes on, or nobody is listed. */
export const openIn = (kind: VersionKind, entries: readonly Entry[]): Bibs | undefined =>
  kind === 'official' || kind === 'corrected'
    ? bibsOf(entries.flatMap(({ bib, status }) => (status === 'entered' ? [bib] : [])).sort((a, b) => a - b))
    : undefined;

/** What readers see of entries in a version of this kind: of a withdrawn one nobody, of a start list no times. Null: there is no version. */
export const shownAs = (kind: VersionKind | null, entries: readonly Entry[]): readonly Entry[] => {
  if (kind === null || kind === 'withdrawn') return [];
  if (kind !== 'start-list') return entries;
  return entries.map(({ bib, name, gender, age, club, country }) => ({
    ...{ bib, name, gender, age, club, country },
    status: 'entered',
  }));
};

interface Ranked {
  readonly rules: RankRules;
  readonly entries: readonly Entry[];
}

/** Compares the entries that readers see with those that a version would have. Each is ranked by the rules of its day. */
export const differenceOf = (seen: Ranked, next: Ranked): Difference => {
  const [was, is] = [seen, next].map(({ rules, entries }) => rank(rules, entries)) as [Ranking, Ranking];
  const [before, after] = [seen.entries, next.entries];
  const places = new Map(was.map((one) => [one.entry.bib, placesOf(one)]));
  const known = new Map(before.map((entry) => [entry.bib, textOf(entry)]));
  const differing = after.filter((entry) => known.get(entry.bib) !== textOf(entry)).length;
  const bibs = new Set(after.map(({ bib }) => bib));
  const gone = before.filter(({ bib }) => !bibs.has(bib)).length;
  return {
    changed: differing + gone,
    moved: is.filter((one) => ![undefined, placesOf(one)].includes(places.get(one.entry.bib))).length,
    finishers: { before: was.length, after: is.length },
    winners: { before: firstOf(was), after: firstOf(is) },
  };
};

type Ranking = ReturnType<typeof rank>;

const placesOf = ({ place, genderPlace, ageGroup, groupPlace }: Ranking[number]): string =>
  JSON.stringify([place, genderPlace, ageGroup, groupPlace]);

const firstOf = (ranked: Ranking) => ranked.filter(({ place }) => place === 1).map(({ entry }) => entry.bib);

/** What readers see of an entry. The order of its fields does not count. */
const textOf = (entry: Entry): string => {
  const { bib, name, gender, age, club, country, status, gunMs, chipMs, penaltyMs, splits, note } = entry;
  const points = Object.entries(splits ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([bib, name, gender, age, club, country, status, gunMs, chipMs, penaltyMs, points, note]);
};
