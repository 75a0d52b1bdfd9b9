import { isSameJson } from '../../domain/canonical-json';
import { isSameName } from '../../domain/person/fold-name';
import type { Entry } from '../entry';

/**
 * A new report about a bib. Fields and splits that are not in it stay as they are. `at`: when the sender saw it, by their clock.
 * A report that is older than the entry only fills in what the entry does not have yet. `isNameWithheld`: the runner wants it.
 * `ageInYear`: the age that they reach in the year of the race, where no more is known than the year of birth.
 * `isDecision`: a director says it, so it is never older: the clock that saw the entry may have been ahead.
 */
export type EntryChange = Partial<Omit<Entry, 'bib'>> &
  Pick<Entry, 'bib'> & {
    readonly at?: number | undefined;
    readonly registrationId?: string | undefined;
    readonly ageInYear?: number | undefined;
    readonly isNameWithheld?: true | undefined;
    readonly isDecision?: true | undefined;
  };

/** An entry as it is kept. */
export interface KeptEntry extends Entry {
  readonly isNameWithheld: boolean;
  /** When the newest report was seen, in milliseconds since the epoch. */
  readonly at?: number | undefined;
  /** Of the runner who has this bib. */
  readonly registrationId?: string | undefined;
}

export type RowRefusal =
  /** A batch has two rows for a bib. Neither is taken, because nobody knows which one is right. */
  | 'twice'
  /** There is no such bib, and the row has no name for a new entry. Its times are kept until there is one. */
  | 'unknown-bib'
  /** A time of zero or less, or of a hundred hours and more. */
  | 'time-out-of-range'
  /** The chip time is longer than the gun time, although the gun comes first. */
  | 'chip-above-gun'
  /** Finished, without any time. */
  | 'no-time'
  /** A split of a point that the set does not have. */
  | 'unknown-point'
  /** Seen later than now. Every report until then would count as older, and change nothing. */
  | 'from-the-future';

export interface AppliedRows {
  /** Of each entry that changes, what it was and what it is now. */
  readonly changes: readonly { readonly before: KeptEntry | undefined; readonly after: KeptEntry }[];
  readonly unchanged: number;
  readonly refused: readonly { readonly bib: number; readonly reason: RowRefusal }[];
}

/** A value that an entry had, and what it becomes. `field`: of an entry, or the code of a point. */
export interface Replaced {
  readonly bib: number;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * What a batch says again about what an entry had. Two batches that replace the same values of the same entries do the same, whatever else
 * came in between.
 */
export const replacedBy = (
  rows: readonly EntryChange[],
  { changes }: Pick<AppliedRows, 'changes'>,
): readonly Replaced[] => {
  const said = new Map(rows.map((row) => [row.bib, row]));
  return changes.flatMap(({ before, after }) => {
    const was: Readonly<Record<string, unknown>> = { ...before, ...before?.splits };
    const is: Readonly<Record<string, unknown>> = { ...after, ...after.splits };
    const { bib, splits, ageInYear, ...row } = said.get(after.bib) ?? { bib: after.bib };
    return Object.keys({ ...row, ...splits, ...(ageInYear !== undefined && { age: ageInYear }) })
      .sort()
      .flatMap((field) =>
        was[field] === undefined || was[field] === is[field]
          ? []
          : [{ bib, field, before: was[field], after: is[field] }],
      );
  });
};

/** A bib whose entry has another name afterwards. */
export interface Renamed {
  readonly bib: number;
  readonly before: string;
  readonly after: string;
}

/** A name that is only written in another way, or whose words are turned around, is the same. */
export const renamedBy = ({ changes }: Pick<AppliedRows, 'changes'>): readonly Renamed[] =>
  changes.flatMap(({ before: { name: before } = {}, after: { bib, name: after } }) =>
    before === undefined || after === undefined || before === after || isSameName(before, after)
      ? []
      : [{ bib, before, after }],
  );

/** A hundred hours. Every time must be below it. */
const timeLimitMs = 360_000_000;
/** The clocks of gun and chip may differ by this much. */
const clocksDifferMs = 1_000;
/** The clock of a sender may be ahead of ours by this much. */
const senderAheadMs = 600_000;

export interface ApplyContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The codes of the set's points. */
  readonly points: readonly string[];
}

/** What a batch changes. A row that is refused does not stop the others. */
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
    if ((counts.get(bib) ?? 0) > 1) {
      refused.push({ bib, reason: 'twice' });
      continue;
    }
    if (!before && row.name === undefined) {
      refused.push({ bib, reason: 'unknown-bib' });
      continue;
    }
    const after = changed(before, row);
    const isUnknown = Object.keys(row.splits ?? {}).some((code) => !points.includes(code));
    const reason = isUnknown
      ? 'unknown-point'
      : (row.at ?? 0) > now + senderAheadMs
        ? 'from-the-future'
        : faultOf(after);
    if (reason) refused.push({ bib, reason });
    else if (!before || !isSameJson(shownOf(before), shownOf(after))) changes.push({ before, after });
  }
  return { changes, unchanged: rows.length - changes.length - refused.length, refused };
};

/** Without the instant: an entry does not change when the same is seen again later. */
const shownOf = ({ at: _, ...entry }: KeptEntry): Omit<KeptEntry, 'at'> => entry;

const changed = (before: KeptEntry | undefined, row: EntryChange): KeptEntry => {
  const { isNameWithheld: wasWithheld, ...was } = before ?? noEntry(row.bib);
  // The bib went to another person. Its times stay; nothing else that was known is true of them.
  const isAnothers = row.registrationId !== undefined && ![undefined, row.registrationId].includes(was.registrationId);
  const old: typeof was = isAnothers ? withoutPerson(was) : was;
  const { isDecision, ageInYear, ...given } = Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined),
  ) as EntryChange;
  const isOlder = !isDecision && row.at !== undefined && old.at !== undefined && row.at < old.at;
  const { status: wanted, ...said } = isOlder ? { ...given, ...old, status: notDecided(old, given) } : given;
  const hasTime = said.gunMs !== undefined || said.chipMs !== undefined;
  // A time alone says that they finished, unless somebody has decided otherwise.
  const status = wanted ?? (hasTime && old.status === 'entered' ? 'finished' : old.status);
  const splits = isOlder ? { ...given.splits, ...old.splits } : { ...old.splits, ...given.splits };
  const at = Math.max(row.at ?? 0, old.at ?? 0);
  // Of two people who had the bib, only the one before wanted their name withheld.
  const isNameWithheld = row.isNameWithheld === true || (wasWithheld && !isAnothers);
  const age = said.age ?? ageBy(old.age, ageInYear);
  const { name, ...after } = { ...old, ...said, bib: row.bib, status };
  return {
    ...after,
    ...(Object.keys(splits).length > 0 && { splits }),
    ...(at > 0 && { at }),
    ...(age !== undefined && { age }),
    ...(!isNameWithheld && name !== undefined && { name }),
    isNameWithheld,
  };
};

/** On the day of the race, a runner may be a year younger than in the end of its year. An age that was known is the better one then. */
const ageBy = (known: number | undefined, ageInYear: number | undefined): number | undefined =>
  ageInYear === undefined || known === ageInYear || known === ageInYear - 1 ? known : ageInYear;

const withoutPerson = ({
  bib,
  status,
  gunMs,
  chipMs,
  penaltyMs,
  splits,
  note,
  at,
}: Omit<KeptEntry, 'isNameWithheld'>) => ({
  ...{ bib, status, gunMs, chipMs, penaltyMs, splits, note, at },
});

const noEntry = (bib: number): KeptEntry => ({ bib, status: 'entered', isNameWithheld: false });

const notDecided = (old: Entry, given: EntryChange) => (old.status === 'entered' ? given.status : old.status);

/** Why an entry cannot be so. */
export const faultOf = ({ status, gunMs, chipMs, penaltyMs, splits }: Omit<Entry, 'bib'>): RowRefusal | undefined => {
  const times = [gunMs, chipMs, ...Object.values(splits ?? {})].filter((ms) => ms !== undefined);
  if (times.some((ms) => ms <= 0 || ms >= timeLimitMs)) return 'time-out-of-range';
  if (penaltyMs !== undefined && (penaltyMs < 0 || penaltyMs >= timeLimitMs)) return 'time-out-of-range';
  if (gunMs !== undefined && chipMs !== undefined && chipMs > gunMs + clocksDifferMs) return 'chip-above-gun';
  return status === 'finished' && gunMs === undefined && chipMs === undefined ? 'no-time' : undefined;
};
