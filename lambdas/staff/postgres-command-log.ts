import { insertStaffAudit, staffAuditColumns } from '../ledger/audit';
import type { Postgres } from '../platform/postgres/postgres';
import type { AuditEntry, AuditLog, Begun, CommandLog, Ordered, UnderWay } from './ports';

/** Answers are kept for two weeks. */
export class PostgresCommandLog implements CommandLog {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async begin({ id, staffId, raceId, name, bodyHash, isSecret, mostPerHour }: Ordered): Promise<Begun> {
    const [kept] = await this.#postgres.query(begin, [
      id,
      staffId,
      name,
      bodyHash,
      raceId,
      isSecret,
      mostPerHour ?? null,
    ]);
    if (kept) return { kind: 'run' };
    const [known] = await this.#postgres.query<{ is_same: boolean; is_done: boolean; answer: unknown }>(find, [
      id,
      staffId,
      name,
      bodyHash,
      isSecret,
    ]);
    if (!known) return { kind: 'too-many' };
    if (!known.is_same) return { kind: 'reused' };
    if (known.answer !== null) return { kind: 'answered', answer: known.answer };
    return known.is_done ? { kind: 'done' } : { kind: 'running' };
  }

  async end({ id, staffId, raceId, name }: Ordered, isDone: boolean, answer: unknown): Promise<void> {
    const action = isDone ? 'command' : 'command-refused';
    await this.#postgres.query(endWithAudit, [
      ...staffAuditColumns({ staffId, action, raceId, commandId: id, detail: { name } }),
      answer === undefined ? null : JSON.stringify(answer),
    ]);
  }

  async underWay(...[raceId, names, except]: Parameters<CommandLog['underWay']>): Promise<UnderWay | undefined> {
    const [found] = await this.#postgres.query<UnderWay>(findRunning, [raceId, names, except ?? null]);
    return found;
  }

  async letGo({ id }: Ordered): Promise<void> {
    await this.#postgres.query(end, [id]);
  }
}

export class PostgresAuditLog implements AuditLog {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async list(raceId: string | undefined, before: number | undefined): Promise<readonly AuditEntry[]> {
    const rows = await this.#postgres.query<AuditRow>(
      raceId === undefined ? listAudit : listAuditOfRace,
      raceId === undefined ? [before ?? null] : [before ?? null, raceId],
    );
    return rows.map(({ id, at, action, detail, ...names }) => ({
      id,
      at,
      action,
      by: names.by ?? undefined,
      raceId: names.race_id ?? undefined,
      commandId: names.command_id ?? undefined,
      event: names.event ?? undefined,
      registrationId: names.registration_id ?? undefined,
      item: names.item ?? undefined,
      staff: names.staff ?? undefined,
      detail,
    }));
  }
}

interface AuditRow extends Pick<AuditEntry, 'id' | 'at' | 'action' | 'detail'> {
  readonly by: string | null;
  readonly race_id: string | null;
  readonly command_id: string | null;
  readonly event: string | null;
  readonly registration_id: string | null;
  readonly item: string | null;
  readonly staff: string | null;
}

/** Longer than the function of the console may run. After this time, an order whose function died may begin again. */
const runningSeconds = 30;

/** What command c did is committed together with a row of the audit. */
const isInAudit = `EXISTS (
      SELECT FROM audit a WHERE a.staff_id = c.staff_id AND a.command_id = c.id AND a.actor = 'director')`;

/**
 * Of two requests at the same moment, the second waits here for the first, and then sees that the order is being carried out. The
 * answer to an order for a secret ($6) is never kept, so the audit says whether it was carried out. An order beyond the limit ($7) is not
 * noted. One that was noted may be sent again.
 */
const begin = `
  WITH old AS (DELETE FROM command WHERE at < clock_timestamp() - interval '14 days' AND id <> $1)
  INSERT INTO command AS c (id, staff_id, name, body_hash, race_id, running_until)
  SELECT $1, $2::uuid, $3, $4, $5, clock_timestamp() + make_interval(secs => ${runningSeconds})
  WHERE $7::int IS NULL OR EXISTS (SELECT FROM command WHERE id = $1) OR $7 > (
    SELECT count(*) FROM command o WHERE o.staff_id = $2 AND o.name = $3 AND o.at > clock_timestamp() - interval '1 hour')
  ON CONFLICT (id) DO UPDATE SET running_until = excluded.running_until
  WHERE c.staff_id = $2 AND c.name = $3 AND c.body_hash = $4 AND c.answer IS NULL
    AND coalesce(c.running_until, '-infinity') <= clock_timestamp()
    AND NOT ($6::boolean AND ${isInAudit})
  RETURNING 1`;

const end = 'UPDATE command SET running_until = NULL WHERE id = $1';

/** The answer is there together with its entry in the audit. */
const endWithAudit = `
  WITH ended AS (UPDATE command SET answer = $6::jsonb, running_until = NULL WHERE id = $4)
  ${insertStaffAudit}`;

/** It counts from when an order began. `at` is when it was given first: an order that was refused may begin again later. */
const findRunning = `
  SELECT s.name AS by, ${runningSeconds} - ceil(extract(epoch FROM c.running_until - clock_timestamp()))::int AS seconds
  FROM command c JOIN staff s ON s.id = c.staff_id
  WHERE c.race_id = $1 AND c.name = ANY ($2) AND c.running_until > clock_timestamp() AND c.id IS DISTINCT FROM $3
  ORDER BY c.running_until LIMIT 1`;

/** The answer to an order for a secret is kept as the null of JSON, which is not that of SQL. */
const find = `
  SELECT staff_id = $2 AND name = $3 AND body_hash = $4 AS is_same,
    $5::boolean AND ${isInAudit} AS is_done, answer
  FROM command c WHERE id = $1`;

/** The item of entry a, by the newest form that has its variant: stock may be older than the form. */
const itemOf = `
  SELECT concat_ws(' ', item->'label'->>(f.definition->>'language'), variant->'label'->>(f.definition->>'language')) AS name
  FROM form f, jsonb_array_elements(f.definition->'items') item, jsonb_array_elements(item->'variants') variant
  WHERE f.race_id = a.race_id AND variant->>'id' = a.detail->>'variant'
  ORDER BY f.revision DESC LIMIT 1`;

const auditWhere = (where: string) => `
  SELECT a.id, a.at, a.action, coalesce(s.name, a.operator) AS by, a.race_id, a.command_id, e.name AS event,
    a.registration_id, i.name AS item, o.name AS staff, a.detail
  FROM audit a
  LEFT JOIN staff s ON s.id = a.staff_id
  LEFT JOIN event e ON e.id = a.event_id
  LEFT JOIN staff o ON (a.actor = 'staff' OR a.detail ? 'scan') AND o.id::text = coalesce(a.detail->>'of', a.detail->>'to')
  LEFT JOIN LATERAL (${itemOf}) i ON a.action = 'stock-changed'
  WHERE ${where} AND ($1::bigint IS NULL OR a.id < $1) ORDER BY a.id DESC LIMIT 100`;

/** What operators order is a director's, and has nobody of the staff. */
const listAudit = auditWhere(`(a.staff_id IS NOT NULL OR a.actor = 'director')`);

const listAuditOfRace = auditWhere(`a.race_id = $2 AND a.actor IN ('staff', 'director')`);
