import type { Entry } from './entry';

/**
 * What somebody says of a bib. What they do not say stays as it is, each split for itself. `at`: when they saw it, by their clock.
 * What is older than what is known fills in what nobody has said yet, and replaces nothing.
 */
export type EntryChange = Partial<Omit<Entry, 'bib'>> &
  Pick<Entry, 'bib'> & { readonly at?: number | undefined; readonly registrationId?: string | undefined };

/** An entry as it is kept. */
export interface KeptEntry extends Entry {
  readonly isNameWithheld: boolean;
  /** When the newest of it was seen. Milliseconds since the epoch. */
  readonly at?: number | undefined;
  /** Whose start number it is. */
  readonly registrationId?: string | undefined;
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
  | 'no-time'
  /** A split of a point that the set does not have. */
  | 'unknown-point'
  /** Seen later than now. It would keep out everything that comes after it. */
  | 'from-the-future';

export interface AppliedRows {
  /** Of each entry that changes, what it was and what it is now. */
  readonly changes: readonly { readonly before: KeptEntry | undefined; readonly after: KeptEntry }[];
  readonly unchanged: number;
  readonly refused: readonly { readonly bib: number; readonly reason: RowRefusal }[];
}

const longestMs = 360_000_000;
/** Two clocks are not the same to the millisecond. */
const clockErrorMs = 1_000;
/** How far the clock of who sends may be ahead of ours. */
const skewMs = 600_000;

export interface ApplyContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The codes of the set's points. */
  readonly points: readonly string[];
}

/** What a batch changes. A row that cannot be taken stops no other. */
export const applyRows = (
  current: ReadonlyMap<number, KeptEntry>,
  rows: readonly EntryChange[],
  { now, points }: ApplyContext,
): AppliedRows => {
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
    const isUnknown = Object.keys(row.splits ?? {}).some((code) => !points.includes(code));
    const reason =
      (counts.get(bib) ?? 0) > 1
        ? 'twice'
        : isUnknown
          ? 'unknown-point'
          : (row.at ?? 0) > now + skewMs
            ? 'from-the-future'
            : faultOf(after);
    if (reason) refused.push({ bib, reason });
    else if (!before || !isSame(shownOf(before), shownOf(after))) changes.push({ before, after });
  }
  return { changes, unchanged: rows.length - changes.length - refused.length, refused };
};

/** That something was seen again later is no change. */
const shownOf = ({ at: _, ...entry }: KeptEntry): Omit<KeptEntry, 'at'> => entry;

const changed = (before: KeptEntry | undefined, row: EntryChange): KeptEntry => {
  const { isNameWithheld: wasWithheld, ...old } = before ?? noEntry(row.bib);
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as EntryChange;
  const isOlder = row.at !== undefined && old.at !== undefined && row.at < old.at;
  const { status: wanted, ...said } = isOlder ? { ...given, ...old, status: notDecided(old, given) } : given;
  const hasTime = said.gunMs !== undefined || said.chipMs !== undefined;
  // A time alone says that they finished, unless somebody has decided otherwise.
  const status = wanted ?? (hasTime && old.status === 'entered' ? 'finished' : old.status);
  const splits = isOlder ? { ...given.splits, ...old.splits } : { ...old.splits, ...given.splits };
  const at = Math.max(row.at ?? 0, old.at ?? 0);
  // The number went to another person, whose name nobody wanted to be withheld.
  const isAnothers = row.registrationId !== undefined && ![undefined, row.registrationId].includes(old.registrationId);
  const isNameWithheld = wasWithheld && !isAnothers;
  const { name, ...after } = { ...old, ...said, bib: row.bib, status };
  return {
    ...after,
    ...(Object.keys(splits).length > 0 && { splits }),
    ...(at > 0 && { at }),
    ...(!isNameWithheld && name !== undefined && { name }),
    isNameWithheld,
  };
};

const noEntry = (bib: number): KeptEntry => ({ bib, status: 'entered', isNameWithheld: false });

const notDecided = (old: Entry, given: EntryChange) => (old.status === 'entered' ? given.status : old.status);

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
