import { type Sql, sqlStateOf } from '../platform/postgres/postgres';
import { lockNotAvailable } from '../platform/retry';
import type { Status } from './files';
import type { KeptEntry } from './take/apply-rows';

interface ResultRow {
  readonly bib: number;
  readonly name: string | null;
  readonly name_withheld: boolean;
  readonly gender: string | null;
  readonly age: number | null;
  readonly club: string | null;
  readonly country: string | null;
  readonly status: Status;
  readonly gun_ms: number | null;
  readonly chip_ms: number | null;
  readonly penalty_ms: number | null;
  readonly splits: Readonly<Record<string, number>> | null;
  readonly note: string | null;
  readonly at: number | null;
  readonly registration_id: string | null;
}

/** A large file is applied in one transaction. Others wait for the lock of its set until PostgreSQL ends the wait: `locked`. */
export const unlessLocked = async <A>(work: () => Promise<A>): Promise<A | { readonly kind: 'locked' }> => {
  try {
    return await work();
  } catch (error) {
    if (sqlStateOf(error) === lockNotAvailable) return { kind: 'locked' };
    throw error;
  }
};

/** The entries of a set as they are now. `bibs`: only these. The caller holds the lock of the set. */
export const readEntries = async (sql: Sql, setId: string, bibs?: readonly number[]): Promise<readonly KeptEntry[]> =>
  (await sql.query<ResultRow>(findRows, [setId, bibs ?? null])).map(entryOf);

const entryOf = (row: ResultRow): KeptEntry => ({
  bib: row.bib,
  status: row.status,
  isNameWithheld: row.name_withheld,
  ...(row.name !== null && { name: row.name }),
  ...(row.gender !== null && { gender: row.gender }),
  ...(row.age !== null && { age: row.age }),
  ...(row.club !== null && { club: row.club }),
  ...(row.country !== null && { country: row.country }),
  ...(row.gun_ms !== null && { gunMs: row.gun_ms }),
  ...(row.chip_ms !== null && { chipMs: row.chip_ms }),
  ...(row.penalty_ms !== null && { penaltyMs: row.penalty_ms }),
  ...(row.splits !== null && { splits: row.splits }),
  ...(row.note !== null && { note: row.note }),
  ...(row.at !== null && { at: row.at }),
  ...(row.registration_id !== null && { registrationId: row.registration_id }),
});

/**
 * The entries as they were at `seq`: each that changed later is what it was before its first later change. A name that was withheld
 * since is withheld.
 */
export const readEntriesAt = async (sql: Sql, setId: string, seq: string): Promise<readonly KeptEntry[]> => {
  const later = await sql.query<{ bib: number; before: KeptEntry | null }>(findLaterChanges, [setId, seq]);
  const entries = new Map((await readEntries(sql, setId)).map((entry) => [entry.bib, entry]));
  for (const { bib, before } of later) {
    const now = entries.get(bib);
    if (!before) entries.delete(bib);
    else if (now?.isNameWithheld) {
      const { name: _, ...nameless } = before;
      entries.set(bib, { ...nameless, isNameWithheld: true });
    } else entries.set(bib, before);
  }
  return [...entries.values()];
};

const findRows = `
  SELECT bib, name, name_withheld, gender, age, club, country, status, gun_ms, chip_ms, penalty_ms, splits, note, registration_id,
    round(extract(epoch FROM source_at) * 1000)::float8 AS at
  FROM result WHERE set_id = $1 AND ($2::int[] IS NULL OR bib = ANY ($2))`;

const findLaterChanges = `
  SELECT DISTINCT ON (bib) bib, before FROM result_change WHERE set_id = $1 AND seq > $2::bigint ORDER BY bib, seq`;
