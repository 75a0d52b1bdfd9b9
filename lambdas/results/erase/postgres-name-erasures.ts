import { foldName, isSameName } from '../../domain/person/fold-name';
import { writeRaceAudit } from '../../ledger/audit';
import { putInOutbox } from '../../ledger/outbox';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import type { ErasedName, NameErasure, NameErasures } from '../ports';
import { unlessLocked } from '../postgres-result-rows';
import { bibOf } from '../take/postgres-entrants';

/** Takes names out of the rows of results, and orders that they are taken out of the files, in the primary database. */
export class PostgresNameErasures implements NameErasures {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  erase(erasure: NameErasure): Promise<ErasedName> {
    return unlessLocked(() => this.#postgres.transaction((sql) => this.#erase(sql, erasure)));
  }

  async #erase(sql: Sql, { raceId, setId, bib, name, reason, isDryRun }: NameErasure): Promise<ErasedName> {
    const [set] = await sql.query(lockSet, [setId, raceId]);
    if (!set) return { kind: 'no-such-set' };
    const [known] = await sql.query<{ name: string | null }>(findBib, [setId, bib]);
    const former = name === undefined || isSameName(known?.name ?? '', name) ? undefined : name;
    if (former === undefined && !known) return { kind: 'unknown-bib' };
    const names = former === undefined ? [] : await findNames(sql, setId, bib, former);
    if (former !== undefined && names.length === 0) return { kind: 'unknown-name' };
    if (isDryRun) return { kind: 'erased' };
    if (former === undefined) await withholdNames(sql, setId, [bib]);
    else {
      await sql.query(forgetNames, [setId, bib, names]);
      await leaveFiles(
        sql,
        setId,
        names.map((one) => ({ bib, name: one })),
      );
    }
    await writeRaceAudit(sql, raceId, 'result-name-erased', { setId, bib, reason });
    const messageId = this.#newId();
    await putInOutbox(sql, [{ id: messageId, queue: 'publications', body: { setId } }]);
    return { kind: 'erased', messageId };
  }
}

/** How a name of this bib was written before somebody else got the bib, or another name. */
const findNames = async (sql: Sql, setId: string, bib: number, name: string): Promise<readonly string[]> =>
  (await sql.query<{ name: string }>(findFormerNames, [setId, bib]))
    .map((row) => row.name)
    .filter((one) => isSameName(one, name));

/**
 * Takes the name of a runner out of all results, at every bib that they have or had. A row of a file, which has no registration, is
 * theirs when it has their bib and their name. False: there was none. The caller holds the lock of the registration.
 */
export const takeNameOut = async (sql: Sql, registrationId: string): Promise<boolean> => {
  const sets = await sql.query<{ id: string }>(lockSetsOf, [registrationId]);
  let isOut = false;
  for (const { id: setId } of sets) {
    const rows = await sql.query<TheirRow>(findTheirs, [setId, registrationId]);
    const bibs = rows
      .filter(({ isTheirs, name, own }) => isTheirs || isSameName(name ?? '', own))
      .map(({ bib }) => bib);
    if (bibs.length > 0) await withholdNames(sql, setId, bibs);
    const former = await takeFormerNamesOut(sql, setId, [registrationId]);
    isOut ||= bibs.length + former > 0;
  }
  return isOut;
};

interface TheirRow {
  readonly bib: number;
  readonly name: string | null;
  readonly own: string;
  readonly isTheirs: boolean;
}

/** An entry whose name is withheld now, with what it was called. */
export interface NamedEntry {
  readonly bib: number;
  readonly name?: string | null | undefined;
  readonly registrationId?: string | null | undefined;
}

const withholdNames = async (sql: Sql, setId: string, bibs: readonly number[]): Promise<void> =>
  takeNamesOut(sql, setId, await sql.query<NamedEntry>(withhold, [setId, bibs]));

/**
 * Takes the names of entries that are withheld now out of what was kept and published before. The caller holds the lock of the set.
 * The minute job of the publisher sees to the files.
 */
export const takeNamesOut = async (sql: Sql, setId: string, entries: readonly NamedEntry[]): Promise<void> => {
  const bibs = entries.map(({ bib }) => bib);
  await takeFormerNamesOut(
    sql,
    setId,
    entries.flatMap(({ registrationId }) => registrationId ?? []),
  );
  await sql.query(forget, [setId, bibs]);
  await sql.query(unfind, [setId, bibs]);
  // Also by its name: the bib may be given to somebody else before the files are made again.
  await leaveFiles(
    sql,
    setId,
    entries.flatMap(({ bib, name }) => (name ? [{ bib, name }] : [])),
  );
};

/** What these runners were called at whichever bib they had. Says how many names there were. */
const takeFormerNamesOut = async (sql: Sql, setId: string, registrationIds: readonly string[]): Promise<number> => {
  if (registrationIds.length === 0) return 0;
  const names = await sql.query<Named>(forgetRunners, [setId, registrationIds]);
  if (names.length > 0) await leaveFiles(sql, setId, names);
  return names.length;
};

interface Named {
  readonly bib: number;
  readonly name: string;
}

/** Orders that names leave the files. */
const leaveFiles = async (sql: Sql, setId: string, names: readonly Named[]): Promise<void> => {
  const words = names.map(({ name }) => JSON.stringify(foldName(name).split(' ')));
  await sql.query(keepErased, [setId, names.map(({ bib }) => bib), names.map(({ name }) => name)]);
  await sql.query(unfindNames, [setId, names.map(({ bib }) => bib), words]);
  await sql.query(orderErasure, [setId]);
};

const lockSet = 'SELECT FROM result_set WHERE id = $1 AND race_id = $2 FOR NO KEY UPDATE';

const findBib = 'SELECT name FROM result WHERE set_id = $1 AND bib = $2';

const findFormerNames = `
  SELECT DISTINCT before ->> 'name' AS name FROM result_change WHERE set_id = $1 AND bib = $2 AND before ? 'name'`;

const withhold = `
  WITH named AS (SELECT bib, name, registration_id FROM result WHERE set_id = $1 AND bib = ANY ($2::int[]))
  UPDATE result r SET name = NULL, name_withheld = true FROM named n WHERE r.set_id = $1 AND r.bib = n.bib
  RETURNING n.bib, n.name, n.registration_id AS "registrationId"`;

/** The sets of the runner's event, and those that have or had them because they were moved from another event. */
const lockSetsOf = `
  SELECT id FROM result_set WHERE event_id = (SELECT event_id FROM registration WHERE id = $1)
    OR id IN (SELECT set_id FROM result WHERE registration_id = $1)
    OR id IN (SELECT set_id FROM result_change WHERE (before ->> 'registrationId')::uuid = $1 AND before ? 'name')
  ORDER BY id FOR NO KEY UPDATE`;

/**
 * It is read by indexes, whatever the planner knows of a file that has just come: timers wait for the lock, and a runner may ask again and
 * again.
 */
export const findTheirs = `
  SELECT bib, name, true AS "isTheirs", '' AS own FROM result WHERE registration_id = $2 AND set_id = $1 AND NOT name_withheld
  UNION ALL
  SELECT bib, name, false, (SELECT concat_ws(' ', runner ->> 'firstName', runner ->> 'lastName') FROM registration WHERE id = $2)
  FROM result
  WHERE set_id = $1 AND registration_id IS NULL AND name IS NOT NULL AND NOT name_withheld AND bib = (
    SELECT ${bibOf} FROM result_set s JOIN registration g ON g.id = $2 AND g.event_id = s.event_id WHERE s.id = $1)`;

const nameless = `(before - 'name') || '{"isNameWithheld": true}'`;

/** It is read by its index: timers wait for the lock of the set. */
export const forgetRunners = `
  WITH theirs AS MATERIALIZED (
    SELECT set_id, seq, bib, before ->> 'name' AS name FROM result_change
    WHERE (before ->> 'registrationId')::uuid = ANY ($2::uuid[]) AND before ? 'name')
  UPDATE result_change c SET before = ${nameless} FROM theirs t
  WHERE t.set_id = $1 AND c.set_id = t.set_id AND c.seq = t.seq RETURNING t.bib, t.name`;

const forgetNames = `
  UPDATE result_change SET before = ${nameless} WHERE set_id = $1 AND bib = $2 AND before ->> 'name' = ANY ($3::text[])`;

/** Versions of before are made again from these, when a director compares them. */
const forget = `
  UPDATE result_change SET before = ${nameless}
  WHERE set_id = $1 AND bib = ANY ($2::int[]) AND before IS NOT NULL`;

const unfind = 'DELETE FROM result_search WHERE set_id = $1 AND bib = ANY ($2::int[])';

/** Who has the bib now stays, unless all words of the name are theirs as well. */
const unfindNames = `
  DELETE FROM result_search s USING unnest($2::int[], $3::jsonb[]) AS n (bib, words)
  WHERE s.set_id = $1 AND s.bib = n.bib AND string_to_array(s.words, ' ') @> ARRAY(SELECT jsonb_array_elements_text(n.words))`;

const keepErased = `
  INSERT INTO result_erased_name (set_id, bib, name) SELECT DISTINCT $1::uuid, n.bib, n.name
  FROM unnest($2::int[], $3::text[]) AS n (bib, name)
  ON CONFLICT (set_id, bib, name) DO UPDATE SET at = clock_timestamp()`;

const orderErasure = 'UPDATE result_set SET is_erasing = true, erased_at = clock_timestamp() WHERE id = $1';
