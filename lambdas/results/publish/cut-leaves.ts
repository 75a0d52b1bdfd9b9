/**
 * A row of a sequence. `json`: the row as it stands in a leaf, with its size in `bytes`. Rows come in the order of their keys, by UTF-16
 * code unit.
 */
export interface Row {
  readonly key: string;
  readonly json: string;
  readonly bytes: number;
}

export const rowOf = (key: string, content: unknown): Row => {
  const json = JSON.stringify(content);
  return { key, json, bytes: Buffer.byteLength(json) };
};

/** The limits of a leaf. A page of 10 rows is in one leaf or two, and 16 KB load quickly over a poor connection. */
export const maxLeafRows = 150;
export const maxLeafBytes = 16_000;
/** A new leaf is smaller than the limits, so that it can take more rows before it must be cut again. */
const newLeafRows = 100;
const newLeafBytes = 10_000;
/** Two neighbours become one leaf when they have fewer rows together. */
const minLeafRows = 60;

/**
 * Cuts a sequence into leaves. Rows with the same key stay together, so a leaf exceeds the limits only when all its rows have one
 * key. `cuts`: the first key of each leaf of the version before. The same cuts are made again, so that a change touches few leaves.
 */
export const cutLeaves = (rows: readonly Row[], cuts: readonly string[]): readonly (readonly Row[])[] =>
  merged(rangesOf(rows, cuts).flatMap((range) => (fits(range) ? [range] : split(range))));

const fits = (rows: readonly Row[]): boolean => rows.length <= maxLeafRows && bytesOf(rows) <= maxLeafBytes;

/** The size of a leaf with these rows, with its commas and brackets. */
const bytesOf = (rows: readonly Row[]): number => rows.reduce((sum, { bytes }) => sum + bytes + 1, 11);

const rangesOf = (rows: readonly Row[], cuts: readonly string[]): readonly (readonly Row[])[] => {
  const ranges: Row[][] = [];
  let next = 0;
  for (const row of rows) {
    let isCut = ranges.length === 0;
    // The first row with a key takes every cut up to it, so the other rows with that key stay with it.
    for (; next < cuts.length && row.key >= (cuts[next] ?? ''); next++) isCut = true;
    if (isCut) ranges.push([]);
    ranges.at(-1)?.push(row);
  }
  return ranges;
};

const split = (rows: readonly Row[]): readonly (readonly Row[])[] => {
  const pieces: Row[][] = [];
  let [count, bytes] = [newLeafRows, 0];
  for (const tied of tiesOf(rows)) {
    const more = bytesOf(tied);
    const isFull = count >= newLeafRows || bytes >= newLeafBytes;
    if (isFull || count + tied.length > maxLeafRows || bytes + more > maxLeafBytes) {
      pieces.push([]);
      [count, bytes] = [0, 0];
    }
    pieces.at(-1)?.push(...tied);
    count += tied.length;
    bytes += more;
  }
  return pieces;
};

const tiesOf = (rows: readonly Row[]): readonly (readonly Row[])[] => {
  const ties: Row[][] = [];
  for (const row of rows) {
    const last = ties.at(-1);
    if (last?.[0]?.key === row.key) last.push(row);
    else ties.push([row]);
  }
  return ties;
};

const merged = (pieces: readonly (readonly Row[])[]): readonly (readonly Row[])[] => {
  const leaves: (readonly Row[])[] = [];
  for (const piece of pieces) {
    const together = [...(leaves.at(-1) ?? []), ...piece];
    if (leaves.length > 0 && together.length < minLeafRows && fits(together)) leaves.splice(-1, 1, together);
    else leaves.push(piece);
  }
  return leaves;
};
