import { isSameName } from '../../domain/person/fold-name';
import { writeRaceAudit } from '../../ledger/audit';
import { putInOutbox } from '../../ledger/outbox';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import type { ErasedName, NameErasure, NameErasures } from '../ports';
import { unlessLocked } from '../postgres-result-rows';
import { bibOf } from '../take/postgres-entrants';
import {
  findSpellings,
  forgetNames,
  leaveFiles,
  nameless,
  takeFormerNamesOut,
  takeLostNamesOut,
} from './postgres-former-names';

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
    const names = former === undefined ? [] : await findSpellings(sql, setId, [{ bib, name: former }]);
    if (former !== undefined && names.length === 0) return { kind: 'unknown-name' };
    if (isDryRun) return { kind: 'erased' };
    if (former === undefined) await withholdNames(sql, setId, [bib]);
    else await forgetNames(sql, setId, names);
    await writeRaceAudit(sql, raceId, 'result-name-erased', { setId, bib, reason });
    const messageId = this.#newId();
    await putInOutbox(sql, [{ id: messageId, queue: 'publications', body: { setId } }]);
    return { kind: 'erased', messageId };
  }
}

/**
 * Takes the name of a runner out of all results, at every bib that they have or had, and at every other that had it by mistake. A row of a
 * file, which has no registration, is theirs when it has their bib and their name. False: there was none. The caller holds the lock of
 * the registration.
 */
export const takeNameOut = async (sql: Sql, registrationId: string): Promise<boolean> => {
  const [{ own } = { own: '' }] = await sql.query<{ own: string }>(findOwnName, [registrationId]);
  const sets = await sql.query<{ id: string }>(lockSetsOf, [registrationId]);
  let isOut = false;
  for (const { id: setId } of sets) {
    const rows = await sql.query<TheirRow>(findTheirs, [setId, registrationId]);
    const bibs = rows.filter(({ isTheirs, name }) => isTheirs || isSameName(name ?? '', own)).map(({ bib }) => bib);
    if (bibs.length > 0) await withholdNames(sql, setId, bibs);
    const former = await takeFormerNamesOut(sql, setId, [registrationId]);
    const lost = await takeLostNamesOut(sql, setId, [own]);
    isOut ||= bibs.length + former + lost > 0;
  }
  return isOut;
};

interface TheirRow {
  readonly bib: number;
  readonly name: string | null;
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
  await takeLostNamesOut(
    sql,
    setId,
    entries.flatMap(({ name }) => name ?? []),
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

const lockSet = 'SELECT FROM result_set WHERE id = $1 AND race_id = $2 FOR NO KEY UPDATE';

const findBib = 'SELECT name FROM result WHERE set_id = $1 AND bib = $2';

const withhold = `
  WITH named AS (SELECT bib, name, registration_id FROM result WHERE set_id = $1 AND bib = ANY ($2::int[]))
  UPDATE result r SET name = NULL, name_withheld = true FROM named n WHERE r.set_id = $1 AND r.bib = n.bib
  RETURNING n.bib, n.name, n.registration_id AS "registrationId"`;

const findOwnName = `
  SELECT concat_ws(' ', runner ->> 'firstName', runner ->> 'lastName') AS own FROM registration WHERE id = $1`;

/**
 * The sets of the runner's event, those that have or had them because they were moved from another event, and those of the race in which a
 * bib lost its name: a file may have been taken into another set by mistake.
 */
const lockSetsOf = `
  SELECT id FROM result_set WHERE event_id = (SELECT event_id FROM registration WHERE id = $1)
    OR id IN (SELECT set_id FROM result WHERE registration_id = $1)
    OR id IN (SELECT set_id FROM result_change WHERE (before ->> 'registrationId')::uuid = $1 AND before ? 'name')
    OR id IN (
      SELECT c.set_id FROM registration g JOIN event e ON e.id = g.event_id JOIN result_set s ON s.race_id = e.race_id
        JOIN result_change c ON c.set_id = s.id AND c.loses_name
      WHERE g.id = $1)
  ORDER BY id FOR NO KEY UPDATE`;

/**
 * It is read by indexes, whatever the planner knows of a file that has just come: timers wait for the lock, and a runner may ask again and
 * again.
 */
export const findTheirs = `
  SELECT bib, name, true AS "isTheirs" FROM result WHERE registration_id = $2 AND set_id = $1 AND NOT name_withheld
  UNION ALL
  SELECT bib, name, false FROM result
  WHERE set_id = $1 AND registration_id IS NULL AND name IS NOT NULL AND NOT name_withheld AND bib = (
    SELECT ${bibOf} FROM result_set s JOIN registration g ON g.id = $2 AND g.event_id = s.event_id WHERE s.id = $1)`;

/** Versions of before are made again from these, when a director compares them. */
const forget = `
  UPDATE result_change SET before = ${nameless}
  WHERE set_id = $1 AND bib = ANY ($2::int[]) AND before IS NOT NULL`;

const unfind = 'DELETE FROM result_search WHERE set_id = $1 AND bib = ANY ($2::int[])';
