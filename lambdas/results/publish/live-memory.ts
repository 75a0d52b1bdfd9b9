import type { Entry, RankRules } from '../entry';
import type { Row } from './cut-leaves';
import type { RowMaker } from './version-rows';

/** A leaf that was written, and its name. */
interface KnownLeaf {
  readonly rows: readonly Row[];
  readonly name: string;
}

/**
 * What a live version leaves for the next one of its set, so that only what changed is made and written again. It may get lost at any
 * time. An entry about which anything changed must be another object.
 */
export interface LiveMemory {
  readonly rules: RankRules;
  readonly rows: KnownRows;
  /** By the name of the sequence, and then by the first row of each leaf. */
  readonly leaves: ReadonlyMap<string, ReadonlyMap<Row, KnownLeaf>>;
  /** The names of the indexes that were written. */
  readonly indexes: ReadonlySet<string>;
  readonly names: SortedNames;
  /** ISO 8601. None of the files was written before. */
  readonly filesSince: string;
}

/** All rows of names, in their order. `of`: the rows of each entry, by bib. */
export interface SortedNames {
  readonly of: readonly (readonly Row[])[];
  readonly rows: readonly Row[];
}

type KnownRows = WeakMap<Entry, { readonly key: string; list?: Row; other?: Row; entry?: Row; names?: readonly Row[] }>;

/** Makes the rows of an entry once, as long as its place in the order does not change. */
export const rememberRows = (make: RowMaker, known: KnownRows): RowMaker => {
  const of = (entry: Entry, key: string) => {
    const found = known.get(entry);
    if (found?.key === key) return found;
    const names = found?.names;
    const fresh = { key, ...(names && { names }) };
    known.set(entry, fresh);
    return fresh as NonNullable<typeof found>;
  };
  const unranked = '';
  return {
    list(ranked) {
      const rows = of(ranked.entry, ranked.key);
      rows.list ??= make.list(ranked);
      return rows.list;
    },
    other(entry) {
      const rows = of(entry, unranked);
      rows.other ??= make.other(entry);
      return rows.other;
    },
    entry(entry, ranked) {
      const rows = of(entry, ranked?.key ?? unranked);
      rows.entry ??= make.entry(entry, ranked);
      return rows.entry;
    },
    names(entry) {
      const rows = known.get(entry) ?? of(entry, unranked);
      rows.names ??= make.names(entry);
      return rows.names;
    },
  };
};

/** The name of a leaf that was written with exactly these rows. */
export const knownLeaf = (
  leaves: ReadonlyMap<Row, KnownLeaf> | undefined,
  rows: readonly Row[],
): string | undefined => {
  const [first] = rows;
  const known = first && leaves?.get(first);
  const isSame = known?.rows.length === rows.length && known.rows.every((row, n) => row === rows[n]);
  return isSame ? known?.name : undefined;
};

/** The first key of each leaf, by the name of the sequence. */
export const cutsOf = ({ leaves }: LiveMemory): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries([...leaves].map(([list, of]) => [list, [...of.keys()].map(({ key }) => key)]));

/**
 * Sorts names, unless each entry has the names that it had before. Equal names stay in the order of the bibs. A runner who comes in is
 * another entry with the same names: its rows stay those of before, so that the leaves with them are known.
 */
export const sortNames = (made: SortedNames['of'], before: SortedNames | undefined): SortedNames => {
  const of = made.map((rows, n) => (isSame(rows, before?.of[n]) ? (before?.of[n] ?? rows) : rows));
  if (before && before.of.length === of.length && before.of.every((rows, n) => rows === of[n])) return before;
  return { of, rows: of.flat().sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)) };
};

const isSame = (rows: readonly Row[], others: readonly Row[] | undefined): boolean =>
  rows === others || (rows.length === others?.length && rows.every(({ json }, n) => json === others[n]?.json));
