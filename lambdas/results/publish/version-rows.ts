import { nameKeys } from '../../domain/person/fold-name';
import type { Entry, RankRules } from '../entry';
import { bibKey, type EntryRow, type ListRow, type NameRow, type Places, type VersionKind } from '../files';
import { ageGroupOf, type Ranked } from '../rank';
import { type Row, rowOf } from './cut-leaves';

/** Makes the rows of one entry. The same entry with the same key makes the same rows in every live version. */
export interface RowMaker {
  /** In the lists of finishers. */
  list(ranked: Ranked): Row;
  /** In the list of those who have no place. */
  other(entry: Entry): Row;
  entry(entry: Entry, ranked: Ranked | undefined): Row;
  /** A runner whose name is withheld is in no index of names. */
  names(entry: Entry): readonly Row[];
}

export const rowMaker = (kind: VersionKind, rules: RankRules): RowMaker => {
  const isRun = kind !== 'start-list';
  const placesIn = (ranked: Ranked) => (kind === 'live' ? null : placesOf(ranked));
  return {
    list: (ranked) => rowOf(ranked.key, listRow(ranked, placesIn(ranked))),
    other: (entry) => rowOf(bibKey(entry.bib), otherRow(rules, entry)),
    entry: (entry, ranked) =>
      rowOf(bibKey(entry.bib), {
        ...entryRow(rules, entry, isRun),
        ...(isRun && ranked && { rankMs: ranked.rankMs, ...(kind !== 'live' && { places: placesOf(ranked) }) }),
      } satisfies EntryRow),
    names: ({ bib, name, club = null }) =>
      name === undefined ? [] : nameKeys(name).map((key) => rowOf(key, [key, bib, name, club] satisfies NameRow)),
  };
};

const placesOf = ({ place, genderPlace, groupPlace }: Ranked): Places => [
  place,
  genderPlace ?? null,
  groupPlace ?? null,
];

const listRow = (ranked: Ranked, places: Places | null): ListRow => {
  const { bib, name = null, gender = null, club = null, country = null } = ranked.entry;
  return [bib, name, gender, ranked.ageGroup ?? null, ranked.rankMs, club, country, places];
};

const otherRow = (rules: RankRules, entry: Entry): ListRow => {
  const { bib, name = null, gender = null, club = null, country = null, status } = entry;
  return [bib, name, gender, ageGroupOf(rules, entry) ?? null, null, club, country, null, status];
};

/** The age is left out: only the age group is public. A disqualified runner has no time, and a start list has no times at all. */
const entryRow = (rules: RankRules, entry: Entry, isRun: boolean): EntryRow => {
  const { bib, name = null, gender, club, country, status, gunMs, chipMs, penaltyMs, splits, note } = entry;
  const ageGroup = ageGroupOf(rules, entry);
  return {
    bib,
    name,
    ...(gender !== undefined && { gender }),
    ...(ageGroup !== undefined && { ageGroup }),
    ...(club !== undefined && { club }),
    ...(country !== undefined && { country }),
    status: isRun ? status : 'entered',
    ...(isRun &&
      status !== 'dsq' && {
        ...(gunMs !== undefined && { gunMs }),
        ...(chipMs !== undefined && { chipMs }),
        ...(penaltyMs !== undefined && { penaltyMs }),
        ...(splits !== undefined && { splits }),
      }),
    ...(isRun && note !== undefined && { note }),
  };
};
