import { nameKeys } from '../domain/fold-name';
import { cutLeaves, type Row } from './cut-leaves';
import type { Entry, RankRules } from './entry';
import {
  bibKey,
  type EntryRow,
  type Group,
  type Index,
  indexPath,
  type ListRow,
  leafPath,
  type Manifest,
  manifestPath,
  type NameRow,
  type Places,
  type SequenceHead,
} from './files';
import { ageGroupOf, type Ranked, rank } from './rank';

/** What a version says of itself, besides its rows. */
export type VersionHead = Omit<Manifest, 'sequences' | 'unranked' | 'genders' | 'ageGroups' | 'rankBy' | 'rounding'>;

export interface BuildVersion {
  readonly head: VersionHead;
  readonly rules: RankRules;
  readonly entries: readonly Entry[];
  /** The first key of each leaf of the version before, by the name of the sequence. */
  readonly cuts: Readonly<Record<string, readonly string[]>>;
  /** Makes the name of a content. */
  readonly hash: (content: string) => string;
}

/** A file. `path`: below the race's folder. */
export interface BuiltFile {
  readonly kind: 'leaf' | 'index' | 'manifest';
  readonly path: string;
  readonly content: string;
}

export interface Built {
  readonly manifest: Manifest;
  /** The hash of the manifest. */
  readonly name: string;
  /** In the order in which they are written: a file comes after all files that it leads to. */
  readonly files: readonly BuiltFile[];
  readonly finishers: number;
}

/** Makes all files of a version. The same input makes the same files. */
export const buildVersion = ({ head, rules, entries, cuts, hash }: BuildVersion): Built => {
  const leaves = new Map<string, string>();
  const indexes = new Map<string, string>();
  /** Adds a file, and answers with its name. */
  const add = (files: Map<string, string>, content: string): string => {
    const name = hash(content);
    files.set(name, content);
    return name;
  };
  const sequence = (name: string, rows: readonly Row[]): SequenceHead => {
    let before = 0;
    const index: Index = cutLeaves(rows, cuts[name] ?? []).map((leaf) => {
      const content = `{"rows":[${leaf.map(({ json }) => json).join(',')}]}`;
      const entry = [leaf[0]?.key ?? '', before, add(leaves, content)] as const;
      before += leaf.length;
      return entry;
    });
    return { index: add(indexes, JSON.stringify(index)), rows: rows.length };
  };

  const ranked = rank(rules, entries);
  const rankedOf = new Map(ranked.map((one) => [one.entry.bib, one]));
  const byBib = [...entries].sort((a, b) => a.bib - b.bib);
  const others = byBib.filter(({ bib, status }) => status !== 'entered' && !rankedOf.has(bib));
  const listed = (list: readonly Ranked[]) => list.map((one) => ({ key: one.key, json: JSON.stringify(listRow(one)) }));
  const isRun = head.kind !== 'start-list';

  const sequences: Record<string, SequenceHead> = {
    ...(isRun && {
      overall: sequence('overall', listed(ranked)),
      ...Object.fromEntries(
        rules.genders.map(({ code }) => [
          `gender:${code}`,
          sequence(`gender:${code}`, listed(ranked.filter(({ entry }) => entry.gender === code))),
        ]),
      ),
      ...Object.fromEntries(
        rules.ageGroups.map(({ code }) => [
          `age:${code}`,
          sequence(`age:${code}`, listed(ranked.filter(({ ageGroup }) => ageGroup === code))),
        ]),
      ),
      others: sequence(
        'others',
        others.map((entry) => ({ key: bibKey(entry.bib), json: JSON.stringify(otherRow(rules, entry)) })),
      ),
    }),
    entries: sequence(
      'entries',
      byBib.map((entry) => ({
        key: bibKey(entry.bib),
        json: JSON.stringify(entryRow(rules, entry, isRun ? rankedOf.get(entry.bib) : undefined, isRun)),
      })),
    ),
    names: sequence('names', nameRows(entries)),
  };
  const labels = (groups: readonly { readonly code: string; readonly label?: string }[]): readonly Group[] =>
    groups.map(({ code, label = code }) => ({ code, label }));
  const manifest: Manifest = {
    ...head,
    rankBy: rules.rankBy,
    rounding: rules.rounding,
    genders: labels(rules.genders),
    ageGroups: labels(rules.ageGroups),
    sequences,
    unranked: isRun ? ranked.filter(({ genderPlace }) => genderPlace === undefined).length : 0,
  };
  const content = JSON.stringify(manifest);
  const name = hash(content);
  const filesOf = (kind: BuiltFile['kind'], contents: ReadonlyMap<string, string>, path: (hash: string) => string) =>
    [...contents].map(([hash, content]) => ({ kind, path: path(hash), content }));
  return {
    manifest,
    name,
    files: [
      ...filesOf('leaf', leaves, leafPath),
      ...filesOf('index', indexes, indexPath),
      { kind: 'manifest', path: manifestPath(name), content },
    ],
    finishers: isRun ? ranked.length : 0,
  };
};

const placesOf = ({ place, genderPlace, groupPlace }: Ranked): Places => [
  place,
  genderPlace ?? null,
  groupPlace ?? null,
];

const listRow = (ranked: Ranked): ListRow => {
  const { bib, name = null, gender = null, club = null, country = null } = ranked.entry;
  return [bib, name, gender, ranked.ageGroup ?? null, ranked.rankMs, club, country, placesOf(ranked)];
};

const otherRow = (rules: RankRules, entry: Entry): ListRow => {
  const { bib, name = null, gender = null, club = null, country = null, status } = entry;
  return [bib, name, gender, ageGroupOf(rules, entry) ?? null, null, club, country, null, status];
};

/** The age is left out: only the age group is public. A disqualified runner has no time, and a start list has no times at all. */
const entryRow = (rules: RankRules, entry: Entry, ranked: Ranked | undefined, isRun: boolean): EntryRow => {
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
    ...(ranked && { rankMs: ranked.rankMs, places: placesOf(ranked) }),
  };
};

/** A runner whose name is withheld is in no index of names. */
const nameRows = (entries: readonly Entry[]): readonly Row[] =>
  entries
    .flatMap(({ bib, name, club = null }) =>
      name === undefined ? [] : nameKeys(name).map((key): NameRow => [key, bib, name, club]),
    )
    .sort(([a, bibA], [b, bibB]) => (a < b ? -1 : a > b ? 1 : bibA - bibB))
    .map((row) => ({ key: row[0], json: JSON.stringify(row) }));
