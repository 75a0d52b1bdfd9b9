import type { Entry, RankRules } from './entry';
import type { VersionKind } from './files';
import { rank } from './rank';

/** What a version would change for readers. */
export interface Difference {
  /** How many entries came, changed or went. */
  readonly changed: number;
  readonly finishers: { readonly before: number; readonly after: number };
  /** Everybody who is first. With equal times there are several, and without a finisher nobody. */
  readonly winners: { readonly before: readonly number[]; readonly after: readonly number[] };
}

/** What readers see of entries in a version of this kind: of a withdrawn one nobody, of a start list no times. Null: there is no version. */
export const shownAs = (kind: VersionKind | null, entries: readonly Entry[]): readonly Entry[] => {
  if (kind === null || kind === 'withdrawn') return [];
  if (kind !== 'start-list') return entries;
  return entries.map(({ bib, name, gender, age, club, country }) => ({
    ...{ bib, name, gender, age, club, country },
    status: 'entered',
  }));
};

/** Compares the entries that readers see with those that a version would have. */
export const differenceOf = (rules: RankRules, before: readonly Entry[], after: readonly Entry[]): Difference => {
  const [was, is] = [before, after].map((entries) => rank(rules, entries)) as [Ranking, Ranking];
  const known = new Map(before.map((entry) => [entry.bib, textOf(entry)]));
  const differing = after.filter((entry) => known.get(entry.bib) !== textOf(entry)).length;
  const bibs = new Set(after.map(({ bib }) => bib));
  const gone = before.filter(({ bib }) => !bibs.has(bib)).length;
  return {
    changed: differing + gone,
    finishers: { before: was.length, after: is.length },
    winners: { before: firstOf(was), after: firstOf(is) },
  };
};

type Ranking = ReturnType<typeof rank>;

const firstOf = (ranked: Ranking) => ranked.filter(({ place }) => place === 1).map(({ entry }) => entry.bib);

/** What readers see of an entry. The order of its fields does not count. */
const textOf = (entry: Entry): string => {
  const { bib, name, gender, age, club, country, status, gunMs, chipMs, penaltyMs, splits, note } = entry;
  const points = Object.entries(splits ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([bib, name, gender, age, club, country, status, gunMs, chipMs, penaltyMs, points, note]);
};
