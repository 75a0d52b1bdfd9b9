import type { Entry } from './entry';

/** What somebody says of a bib. What they do not say stays as it is. */
export type EntryChange = Partial<Omit<Entry, 'bib'>> & Pick<Entry, 'bib'>;

/** An entry as it is kept. */
export interface KeptEntry extends Entry {
  readonly isNameWithheld: boolean;
}

export type RowRefusal =
  /** A batch names a bib two times. Neither row is taken: nobody knows which one is meant. */
  | 'twice'
  /** There is no such bib, and the row has no name to make an entry of. */
  | 'unknown-bib'
  /** A time of zero or less, or of a hundred hours and more. */
  | 'time-out-of-range'
  /** A runner who crossed the start after the gun cannot have run longer than since the gun. */
  | 'chip-above-gun'
  /** Finished, without any time. */
  | 'no-time';

export interface AppliedRows {
  /** Of each entry that changes, what it was and what it is now. */
  readonly changes: readonly { readonly before: KeptEntry | undefined; readonly after: KeptEntry }[];
  readonly unchanged: number;
  readonly refused: readonly { readonly bib: number; readonly reason: RowRefusal }[];
}

const longestMs = 360_000_000;
/** Two clocks are not the same to the millisecond. */
const clockErrorMs = 1_000;

/** What a batch changes. A row that cannot be taken stops no other. */
export const applyRows = (current: ReadonlyMap<number, KeptEntry>, rows: readonly EntryChange[]): AppliedRows => {
  const counts = new Map<number, number>();
  for (const { bib } of rows) counts.set(bib, (counts.get(bib) ?? 0) + 1);
  const changes: { before: KeptEntry | undefined; after: KeptEntry }[] = [];
  const refused: { bib: number; reason: RowRefusal }[] = [];
  for (const row of rows) {
    const { bib } = row;
    const before = current.get(bib);
    if (!before && row.name === undefined) {
      refused.push({ bib, reason: 'unknown-bib' });
      continue;
    }
    const after = changed(before, row);
    const reason = (counts.get(bib) ?? 0) > 1 ? 'twice' : faultOf(after);
    if (reason) refused.push({ bib, reason });
    else if (!before || !isSame(before, after)) changes.push({ before, after });
  }
  return { changes, unchanged: rows.length - changes.length - refused.length, refused };
};

const changed = (before: KeptEntry | undefined, row: EntryChange): KeptEntry => {
  const { isNameWithheld, ...old } = before ?? { bib: row.bib, status: 'entered' as const, isNameWithheld: false };
  const said = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  const hasTime = row.gunMs !== undefined || row.chipMs !== undefined;
  // A time alone says that they finished, unless somebody has decided otherwise.
  const status = row.status ?? (hasTime && old.status === 'entered' ? 'finished' : old.status);
  const { name, ...after } = { ...old, ...said, bib: row.bib, status };
  return { ...after, ...(!isNameWithheld && name !== undefined && { name }), isNameWithheld };
};

const faultOf = ({ status, gunMs, chipMs, penaltyMs, splits }: Entry): RowRefusal | undefined => {
  const times = [gunMs, chipMs, ...Object.values(splits ?? {})].filter((ms) => ms !== undefined);
  if (times.some((ms) => ms <= 0 || ms >= longestMs)) return 'time-out-of-range';
  if (penaltyMs !== undefined && (penaltyMs < 0 || penaltyMs >= longestMs)) return 'time-out-of-range';
  if (gunMs !== undefined && chipMs !== undefined && chipMs > gunMs + clockErrorMs) return 'chip-above-gun';
  return status === 'finished' && gunMs === undefined && chipMs === undefined ? 'no-time' : undefined;
};

/** Fields in any order; splits, too. */
const isSame = (a: unknown, b: unknown): boolean => inOrder(a) === inOrder(b);

const inOrder = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, part]) => `${JSON.stringify(key)}:${inOrder(part)}`)
        .join(',')
    : JSON.stringify(value);
