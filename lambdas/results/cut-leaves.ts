/** A row of a sequence, with the text that stands for it in a leaf. Rows come in the order of their keys, by code unit. */
export interface Row {
  readonly key: string;
  readonly json: string;
}

/** So a page of 10 is in one leaf, or in two; and one leaf is read within a blink over a poor connection. */
export const mostRows = 150;
export const mostBytes = 16_000;
/** Leaves are cut to this size, so that some rows can come before one has to be cut again. */
const usualRows = 100;
const usualBytes = 10_000;
/** Two neighbours that are together smaller than this become one. */
const fewestRows = 60;

/**
 * Cuts a sequence into leaves. Rows with the same key stay together, so a leaf is larger than its limits only when all its rows
 * have one key. `cuts`: the first keys of the leaves that there were before. They are kept, so that a change touches few leaves.
 */
export const cutLeaves = (rows: readonly Row[], cuts: readonly string[]): readonly (readonly Row[])[] =>
  merged(rangesOf(rows, cuts).flatMap((range) => (fits(range) ? [range] : split(range))));

const fits = (rows: readonly Row[]): boolean => rows.length <= mostRows && bytesOf(rows) <= mostBytes;

/** With the commas and brackets. */
const bytesOf = (rows: readonly Row[]): number => rows.reduce((sum, { json }) => sum + Buffer.byteLength(json) + 1, 11);

const rangesOf = (rows: readonly Row[], cuts: readonly string[]): readonly (readonly Row[])[] => {
  const ranges: Row[][] = [];
  let next = 0;
  for (const row of rows) {
    let isCut = ranges.length === 0;
    // The first of the rows with one key takes every cut up to it, so the others stay with it.
    for (; next < cuts.length && row.key >= (cuts[next] ?? ''); next++) isCut = true;
    if (isCut) ranges.push([]);
    ranges.at(-1)?.push(row);
  }
  return ranges;
};

const split = (rows: readonly Row[]): readonly (readonly Row[])[] => {
  const pieces: Row[][] = [];
  let [count, bytes] = [usualRows, 0];
  for (const tied of tiesOf(rows)) {
    const more = bytesOf(tied);
    const isFull = count >= usualRows || bytes >= usualBytes;
    if (isFull || count + tied.length > mostRows || bytes + more > mostBytes) {
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
    if (leaves.length > 0 && together.length < fewestRows && fits(together)) leaves.splice(-1, 1, together);
    else leaves.push(piece);
  }
  return leaves;
};
