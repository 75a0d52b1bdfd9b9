import { foldName } from '../../domain/person/fold-name';
import { plainDigits } from '../../domain/plain-digits';
import {
  bibKey,
  type EntryRow,
  type Index,
  type ListRow,
  leafOfKey,
  leavesOfRows,
  type Manifest,
  type NameRow,
  type Places,
  rankKey,
  type Status,
} from '../files';

/** One version of a set. Its files are named by their content, so what is read from it never mixes with another version. */
export interface Version {
  readonly manifest: Manifest;
  /** Empty when the version has no such sequence. */
  index(sequence: string): Promise<Index>;
  leaf<Row>(hash: string): Promise<readonly Row[]>;
}

export const rowsOnPage = 10;

/** A row as a page shows it. */
export interface ShownRow {
  readonly bib: number;
  /** Null: withheld. */
  readonly name: string | null;
  readonly group: string;
  readonly from: string;
  /** In the list that is shown. Null: runners in this list have no place. */
  readonly place: number | null;
  /** The time that counts, in milliseconds. */
  readonly time: number | null;
  readonly status: Status;
}

export interface Page {
  readonly list: string;
  readonly page: number;
  readonly pages: number;
  /** Rows of the whole list. */
  readonly total: number;
  readonly rows: readonly ShownRow[];
}

/** `unknown-list`: the version has no such list. `past-end`: the list is shorter. */
export type FoundPage =
  | ({ readonly kind: 'page' } & Page)
  | { readonly kind: 'unknown-list' }
  | { readonly kind: 'past-end'; readonly list: string; readonly pages: number };

/** The sequence of a list in the address. The list `dnf` has everybody without a place. */
const sequenceOf = (list: string): string => (list === 'dnf' ? 'others' : list);

/** The list that a version begins with. */
export const firstList = ({ sequences }: Manifest): string => (sequences.overall ? 'overall' : 'entries');

const listsToRead = /^(overall|dnf|entries|(gender|age):.+)$/;

/** One page of a list. Its rows are in one leaf, or in two neighbours. Pages count from 1. */
export const readPage = async (version: Version, list: string, page: number): Promise<FoundPage> => {
  const { manifest } = version;
  const sequence = sequenceOf(list);
  const head = manifest.sequences[sequence];
  if (!head || !listsToRead.test(list)) return { kind: 'unknown-list' };
  const pages = Math.max(1, Math.ceil(head.rows / rowsOnPage));
  if (!Number.isInteger(page) || page < 1 || page > pages) return { kind: 'past-end', list, pages };
  const first = (page - 1) * rowsOnPage;
  const end = first + rowsOnPage;
  const leaves = leavesOfRows(await version.index(sequence), first, end);
  const read = await Promise.all(
    leaves.map(async ([, before, hash]) => {
      const rows =
        list === 'entries'
          ? (await version.leaf<EntryRow>(hash)).map((row) => shownEntry(manifest, row))
          : shownRows(manifest, sequence, before, await version.leaf<ListRow>(hash));
      return rows.slice(Math.max(0, first - before), Math.max(0, end - before));
    }),
  );
  return { kind: 'page', list, page, pages, total: head.rows, rows: read.flat() };
};

/** The place in this list, of the places of a row. */
const placeOf = (sequence: string, places: Places): number | null =>
  places[sequence === 'overall' ? 0 : sequence.startsWith('gender:') ? 1 : 2];

/** The rows of a leaf. `before`: how many rows of the list come before it. */
const shownRows = (
  manifest: Manifest,
  sequence: string,
  before: number,
  rows: readonly ListRow[],
): readonly ShownRow[] => {
  let place = 0;
  let last: number | null = null;
  return rows.map(([bib, name, gender, ageGroup, time, club, country, places, status], n) => {
    // Equal times share a place. They are in two leaves only where one of them is ranked by gun, and the other by chip behind it.
    if (time !== last) place = before + n + 1;
    last = time;
    return {
      bib,
      name,
      group: groupOf(manifest, gender, ageGroup),
      from: fromOf(club, country),
      place: time === null ? null : places ? placeOf(sequence, places) : place,
      time,
      status: status ?? 'finished',
    };
  });
};

const shownEntry = (manifest: Manifest, entry: EntryRow): ShownRow => {
  const { bib, name, gender = null, ageGroup = null, club = null, country = null, status, rankMs = null } = entry;
  const [place = null] = entry.places ?? [];
  const [group, from] = [groupOf(manifest, gender, ageGroup), fromOf(club, country)];
  return { bib, name, group, from, place, time: rankMs, status };
};

const labelIn = (groups: Manifest['genders'], code: string | null): string =>
  groups.find((group) => group.code === code)?.label ?? '';

/** The age group, or else the gender: the label of an age group for one gender names that gender, too. */
const groupOf = (manifest: Manifest, gender: string | null, ageGroup: string | null): string =>
  labelIn(manifest.ageGroups, ageGroup) || labelIn(manifest.genders, gender);

const fromOf = (club: string | null, country: string | null): string =>
  [club, country].filter((one) => one !== null && one !== '').join(', ');

const isBeyond = (key: string, start: string): boolean => key > start && !key.startsWith(start);

/** The leaves with keys that begin with `start`, one after the other. */
async function* leavesFrom<Row>(version: Version, index: Index, start: string) {
  for (let n = leafOfKey(index, start); n < index.length; n++) {
    const [key, before, hash] = index[n] ?? ['', 0, ''];
    if (isBeyond(key, start)) return;
    yield { before, rows: await version.leaf<Row>(hash) };
  }
}

/** Everything that is public about a bib. Undefined: nobody has it. */
export const readEntry = async (version: Version, bib: number): Promise<EntryRow | undefined> => {
  const leaves = leavesFrom<EntryRow>(version, await version.index('entries'), bibKey(bib));
  for await (const { rows } of leaves) {
    const found = rows.find((row) => row.bib === bib);
    if (found) return found;
  }
  return undefined;
};

export interface Place {
  readonly list: string;
  readonly place: number;
  /** How many are in this list. */
  readonly of: number;
}

/** The places of a runner: among all, in the gender and in the age group, as far as there are any. */
export const readPlaces = async (version: Version, entry: EntryRow): Promise<readonly Place[]> => {
  const { sequences } = version.manifest;
  const lists = ['overall', `gender:${entry.gender}`, `age:${entry.ageGroup}`];
  const places: Place[] = [];
  for (const list of lists) {
    const head = sequences[list];
    const place = head && (entry.places ? placeOf(list, entry.places) : await findPlace(version, list, entry));
    if (head && place) places.push({ list, place, of: head.rows });
  }
  return places;
};

/** While the race is run, rows have no places. Then the place is the position of the row. */
const findPlace = async (version: Version, list: string, { bib, rankMs }: EntryRow): Promise<number | null> => {
  if (rankMs === undefined) return null;
  const index = await version.index(list);
  // The row does not say whether the runner is ranked by gun.
  for (const isByGun of [true, false])
    for await (const { before, rows } of leavesFrom<ListRow>(version, index, rankKey(isByGun, rankMs))) {
      const found = shownRows(version.manifest, list, before, rows).find((row) => row.bib === bib);
      if (found) return found.place;
    }
  return null;
};

export interface FoundNames {
  readonly rows: readonly Pick<EntryRow, 'bib' | 'name' | 'club'>[];
  /** About how many there are, when they are more than the rows. */
  readonly about?: number;
}

const maxFound = 8;
const noName: NameRow = ['', 0, '', null];

/** The position of the first row whose key is `start` or comes after it. */
const firstFrom = (rows: readonly NameRow[], start: string): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.[0] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** What the typed text looks for. Digits alone are a bib. Undefined: there is nothing to look for. */
export const searchOf = (typed: string): { readonly bib: number } | { readonly start: string } | undefined => {
  const start = foldName(typed);
  const digits = plainDigits(start);
  if (/\D/.test(digits)) return { start };
  const bib = Number(digits);
  return bib === 0 || bib > 999_999 ? undefined : { bib };
};

/** Finds runners by the first letters of any of their names, or by their bib. */
export const findNames = async (version: Version, typed: string): Promise<FoundNames> => {
  const search = searchOf(typed);
  if (!search) return { rows: [] };
  if ('bib' in search) {
    const entry = await readEntry(version, search.bib);
    return { rows: entry ? [entry] : [] };
  }
  const { start } = search;
  const index = await version.index('names');
  const found = new Map<number, FoundNames['rows'][number]>();
  let [keys, end, isMore] = [0, 0, false];
  let first: number | undefined;
  for await (const { before, rows } of leavesFrom<NameRow>(version, index, start)) {
    end = before + rows.length;
    for (let n = firstFrom(rows, start); n < rows.length; n++) {
      const [key, bib, name, club] = rows[n] ?? noName;
      if (!key.startsWith(start)) break;
      keys++;
      first ??= before + n;
      // Two names of one person may begin with these letters.
      if (found.has(bib)) continue;
      if (found.size === maxFound) isMore = true;
      else found.set(bib, { bib, name, ...(club !== null && { club }) });
    }
    if (found.size === maxFound) break;
  }
  const all = version.manifest.sequences.names?.rows ?? 0;
  // The first leaf after all names that begin so. The leaf before it may have other names at its end, so this is a little too much.
  let after = leafOfKey(index, start);
  while (after < index.length && !isBeyond(index[after]?.[0] ?? '', start)) after++;
  const next = index[after]?.[1] ?? all;
  const isRead = end >= next;
  return {
    rows: [...found.values()],
    ...((isMore || !isRead) && { about: isRead ? keys : roughly(next - (first ?? 0)) }),
  };
};

/** 4,213 is about 4,200. */
const roughly = (count: number): number => {
  const step = 10 ** Math.max(0, String(count).length - 2);
  return Math.round(count / step) * step;
};
