import { bindGroupMembers, findGroupMembers } from '../ledger/postgres-group-members';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflictOrDuplicate } from '../platform/retry';
import { type Form, groupedEvents } from './form';
import type { FormRegister, FormRevision, NewForm, PublishedForms, RaceForms } from './ports';

/** Published forms from the database or its standby. */
export class PostgresForms implements PublishedForms {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(raceId: string, revision: number) {
    const [found] = await this.#sql.query<FormRevision>(
      `SELECT revision, definition AS form, entry_schema AS "entrySchema" FROM form
       WHERE race_id = $1 AND revision = $2 AND published_at IS NOT NULL`,
      [raceId, revision],
    );
    return found;
  }
}

/**
 * Another folder keeps what a race was, so it does in the transaction of its caller what publishes something of the race. Locks the
 * race before.
 */
export type AsRevision = <T>(sql: Sql, raceId: string, work: () => Promise<T>) => Promise<T>;

/** Saves and publishes forms in the primary database. */
export class PostgresFormRegister implements FormRegister {
  readonly #postgres: Postgres;
  readonly #asRevision: AsRevision;

  constructor(postgres: Postgres, asRevision: AsRevision) {
    this.#postgres = postgres;
    this.#asRevision = asRevision;
  }

  async look(raceId: string) {
    const [race] = await this.#postgres.query<RaceForms & { last: RaceForms['last'] | null }>(look, [raceId]);
    return race && { ...race, last: race.last ?? undefined };
  }

  async add({ raceId, revision, form, entrySchema, hash }: NewForm) {
    const added = await this.#postgres.query(
      `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (race_id, revision) DO NOTHING RETURNING revision`,
      [raceId, revision, JSON.stringify(form), JSON.stringify(entrySchema), hash],
    );
    return added.length === 1;
  }

  publish(
    ...[raceId, revision, faultsOf, isDryRun]: Parameters<FormRegister['publish']>
  ): ReturnType<FormRegister['publish']> {
    const publishing = async (sql: Sql): ReturnType<FormRegister['publish']> => {
      // Of two that publish at once, the second sees what the first published: the race is locked. Foreign keys to it do not wait.
      const [race] = await sql.query<{ current: number | null }>(
        'SELECT form_revision AS current FROM race WHERE id = $1',
        [raceId],
      );
      if (!race) return { kind: 'no-such-race' };
      const [found] = await sql.query<{ form: Form }>(
        'SELECT definition AS form FROM form WHERE race_id = $1 AND revision = $2',
        [raceId, revision],
      );
      if (!found) return { kind: 'no-such-form' };
      const before = race.current ?? undefined;
      // Revisions that runners see only grow: to return to an old form, it is saved again.
      if (before !== undefined && revision < before) return { kind: 'older', current: before };
      const waiver = found.form.documents?.find(({ kind }) => kind === 'waiver');
      const [newer] = waiver
        ? await sql.query<{ version: string; hash: string }>(findNewerWaiver, [raceId, waiver.hash])
        : [];
      if (newer) return { kind: 'older-waiver', ...newer };
      const published = await sql.query<{ revision: number; form: Form }>(publishedForms, [raceId]);
      const stocked = await sql.query<{ ref: string }>(`SELECT ref FROM pool WHERE race_id = $1 AND kind = 'item'`, [
        raceId,
      ]);
      const [{ groups } = { groups: [] }] = await sql.query<{ groups: readonly string[] }>(
        `SELECT ${groupsOfOtherRaces('$1')} AS groups`,
        [raceId],
      );
      const faults = faultsOf({ published, stocked: stocked.map(({ ref }) => ref), othersGroups: groups }, found.form);
      if (faults.length > 0) return { kind: 'wrong', faults };
      const grouped = groupedEvents(found.form);
      const members = grouped.length > 0 ? await findGroupMembers(sql, grouped) : undefined;
      if (!isDryRun) {
        await bindGroupMembers(sql, raceId, grouped);
        await sql.query(
          'UPDATE form SET published_at = clock_timestamp() WHERE race_id = $1 AND revision = $2 AND published_at IS NULL',
          [raceId, revision],
        );
        await sql.query(setForm, [raceId, revision]);
        if (waiver) await sql.query(takeWaiver, [raceId, waiver.hash]);
      }
      return { kind: 'published', revision, before, members };
    };
    return this.#postgres.transaction((sql) => this.#asRevision(sql, raceId, () => publishing(sql)), {
      retryOn: retryOnConflictOrDuplicate,
    });
  }
}

/** Saves a form and makes it the form of its race at once, in the transaction of its caller, who has locked the race. */
export const publishNewForm = async (
  sql: Sql,
  raceId: string,
  { form, entrySchema, hash }: Pick<NewForm, 'form' | 'hash'> & { readonly entrySchema: (revision: number) => unknown },
): Promise<void> => {
  const [last] = await sql.query<{ next: number }>(
    'SELECT coalesce(max(revision), 0) + 1 AS next FROM form WHERE race_id = $1',
    [raceId],
  );
  const revision = last?.next ?? 1;
  await sql.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash, published_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp())`,
    [raceId, revision, JSON.stringify(form), JSON.stringify(entrySchema(revision)), hash],
  );
  await sql.query('UPDATE race SET form_revision = $2 WHERE id = $1', [raceId, revision]);
  await bindGroupMembers(sql, raceId, groupedEvents(form));
};

const publishedForms = `
  SELECT revision, definition AS form FROM form
  WHERE race_id = $1 AND published_at IS NOT NULL ORDER BY revision`;

/** Open pages read a race again when its revision is another. */
const setForm = `
  UPDATE race SET form_revision = $2, revision = revision + 1 WHERE id = $1 AND form_revision IS DISTINCT FROM $2`;

/** The waiver of a race that was published after the waiver $2 was saved. Two editors: the form is older than what the race says. */
const findNewerWaiver = `
  SELECT r.waiver_version AS version, r.waiver_hash AS hash
  FROM race r JOIN legal_text t ON t.race_id = r.id AND t.kind = 'waiver' AND t.hash = $2
  WHERE r.id = $1 AND r.waiver_hash <> t.hash AND t.published_at < r.waiver_since`;

/** A waiver of a form is the waiver of its race: nobody accepts two. */
const takeWaiver = `
  UPDATE race SET waiver_version = t.version, waiver_text = t.text, waiver_hash = t.hash, waiver_since = NULL
  FROM legal_text t
  WHERE race.id = $1 AND t.race_id = $1 AND t.kind = 'waiver' AND t.hash = $2 AND race.waiver_hash <> t.hash`;

/** SQL: the limit groups in published forms of other races than this one, as JSON. */
export const groupsOfOtherRaces = (raceId: string) => `
  (SELECT coalesce(json_agg(DISTINCT r.rule ->> 'oneOfGroup'), '[]')
   FROM form o CROSS JOIN jsonb_array_elements(coalesce(o.definition -> 'rules', '[]')) AS r (rule)
   WHERE o.race_id <> ${raceId} AND o.published_at IS NOT NULL AND r.rule ? 'oneOfGroup')`;

const look = `
  SELECT
    (SELECT coalesce(json_agg(id ORDER BY position), '[]') FROM event WHERE race_id = race.id) AS "eventIds",
    (SELECT coalesce(json_agg(json_build_object('kind', kind, 'hash', hash)), '[]')
      FROM legal_text WHERE race_id = race.id) AS texts,
    (SELECT coalesce(json_agg(json_build_object('revision', revision, 'form', definition) ORDER BY revision), '[]')
      FROM form WHERE race_id = race.id AND published_at IS NOT NULL) AS published,
    ${groupsOfOtherRaces('race.id')} AS "othersGroups",
    (SELECT json_build_object('revision', revision, 'hash', hash)
      FROM form WHERE race_id = race.id ORDER BY revision DESC LIMIT 1) AS last
  FROM race WHERE id = $1`;
