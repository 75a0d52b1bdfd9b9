import { isSameName } from '../../domain/person/fold-name';
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

  async #erase(sql: Sql, { raceId, setId, bib, reason, isDryRun }: NameErasure): Promise<ErasedName> {
    const [set] = await sql.query(lockSet, [setId, raceId]);
    if (!set) return { kind: 'no-such-set' };
    const [known] = await sql.query(findBib, [setId, bib]);
    if (!known) return { kind: 'unknown-bib' };
    if (isDryRun) return { kind: 'erased' };
    await sql.query(withhold, [setId, [bib]]);
    await takeNamesOut(sql, setId, [bib]);
    await writeRaceAudit(sql, raceId, 'result-name-erased', { setId, bib, reason });
    const messageId = this.#newId();
    await putInOutbox(sql, [{ id: messageId, queue: 'publications', body: { setId } }]);
    return { kind: 'erased', messageId };
  }
}

/**
 * Takes the name of a runner out of all results. A row of a file, which has no registration, is theirs when it has their bib and their
 * name. The caller holds the lock of the registration.
 */
export const takeNameOut = async (sql: Sql, registrationId: string): Promise<void> => {
  const sets = await sql.query<{ id: string }>(lockSetsOf, [registrationId]);
  for (const { id: setId } of sets) {
    const rows = await sql.query<TheirRow>(findTheirs, [setId, registrationId]);
    const bibs = rows
      .filter(({ isTheirs, name, own }) => isTheirs || isSameName(name ?? '', own))
      .map(({ bib }) => bib);
    if (bibs.length === 0) continue;
    await sql.query(withhold, [setId, bibs]);
    await takeNamesOut(sql, setId, bibs);
  }
};

interface TheirRow {
  readonly bib: number;
  readonly name: string | null;
  readonly own: string;
  readonly isTheirs: boolean;
}

/**
 * Takes the names of entries that are withheld now out of what was kept and published before. The caller holds the lock of the set.
 * The minute job of the publisher sees to the files.
 */
export const takeNamesOut = async (sql: Sql, setId: string, bibs: readonly number[]): Promise<void> => {
  await sql.query(forget, [setId, bibs]);
  await sql.query(unfind, [setId, bibs]);
  await sql.query(orderErasure, [setId]);
};

const lockSet = 'SELECT FROM result_set WHERE id = $1 AND race_id = $2 FOR NO KEY UPDATE';

const findBib = 'SELECT FROM result WHERE set_id = $1 AND bib = $2';

const withhold = 'UPDATE result SET name = NULL, name_withheld = true WHERE set_id = $1 AND bib = ANY ($2::int[])';

/** The sets of the runner's event, and those that still have them because they were moved from another event. */
const lockSetsOf = `
  SELECT id FROM result_set WHERE event_id = (SELECT event_id FROM registration WHERE id = $1)
    OR id IN (SELECT set_id FROM result WHERE registration_id = $1)
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

/** Versions of before are made again from these, when a director compares them. */
const forget = `
  UPDATE result_change SET before = (before - 'name') || '{"isNameWithheld": true}'
  WHERE set_id = $1 AND bib = ANY ($2::int[]) AND before IS NOT NULL`;

const unfind = 'DELETE FROM result_search WHERE set_id = $1 AND bib = ANY ($2::int[])';

const orderErasure = 'UPDATE result_set SET is_erasing = true, erased_at = clock_timestamp() WHERE id = $1';
