import { writeAudit } from '../../ledger/audit';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { type HandedOut, type HandOut, type HandOutCommand, type LineAtDesk, ruleHandOut } from './hand-out';
import type { Shortage, Shortages } from './ports';

/** A director reads them page by page. */
const pageSize = 500;

/** Hands items out in the primary database. */
export const postgresHandingOut =
  (postgres: Postgres): HandOut =>
  (command) =>
    postgres.transaction((sql) => handOut(sql, command), { retryOn: retryOnConflict });

const handOut = async (sql: Sql, command: HandOutCommand): Promise<HandedOut> => {
  const { registrationId, undo, isDryRun } = command;
  const [row] = await sql.query<{ event_id: string }>(lockRegistration, [registrationId]);
  if (!row) return { kind: 'not-found' };
  const answer = ruleHandOut(await sql.query<LineAtDesk>(findLines, [registrationId]), command);
  if (isDryRun || answer.kind !== 'handed-out' || answer.changed.length === 0) return answer;
  const { changed: positions } = answer;
  await sql.query(undo === undefined ? setHandedOut : setNotHandedOut, [registrationId, positions]);
  const { event_id: eventId } = row;
  const action = undo === undefined ? 'items-handed-out' : 'items-taken-back';
  const detail = { positions, ...(undo !== undefined && { reason: undo }) };
  await writeAudit(sql, [{ actor: 'director', action, eventId, registrationId, detail }]);
  return answer;
};

export class PostgresShortages implements Shortages {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async list(...[raceId, after]: Parameters<Shortages['list']>): Promise<readonly Shortage[]> {
    const rows = await this.#sql.query<Row>(findShortages, [
      raceId,
      after?.registrationId ?? null,
      after?.position ?? null,
    ]);
    return rows.map(({ item, currency, ...row }) => ({
      ...row,
      ...(item !== null && { item }),
      ...(currency !== null && { currency }),
    }));
  }
}

interface Row extends Omit<Shortage, 'item' | 'currency'> {
  readonly item: string | null;
  readonly currency: string | null;
}

/** A spot that is given back or passed on at this moment takes the same lock. */
const lockRegistration = 'SELECT event_id FROM registration WHERE id = $1 FOR NO KEY UPDATE';

/** In a statement after the lock, which sees what the lock's holder committed. */
const findLines = `
  SELECT position, kind, state, handed_out_at IS NOT NULL AS "isHandedOut" FROM registration_line
  WHERE registration_id = $1 ORDER BY position`;

const setHandedOut = `
  UPDATE registration_line SET handed_out_at = clock_timestamp()
  WHERE registration_id = $1 AND position = ANY ($2::smallint[])`;

const setNotHandedOut = `
  UPDATE registration_line SET handed_out_at = NULL WHERE registration_id = $1 AND position = ANY ($2::smallint[])`;

const findShortages = `
  SELECT l.registration_id AS "registrationId", l.position, r.number, r.event_id AS "eventId", r.live AS "isLive",
         l.state, l.kind, i.item, l.ref, l.list AS price, coalesce(r.paid_as, r.id) AS "paidAs",
         coalesce(p.amount - p.capture_amount, 0) AS "notCaptured", p.currency
  FROM registration_line l
  JOIN registration r ON r.id = l.registration_id
  JOIN event e ON e.id = r.event_id
  LEFT JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  LEFT JOIN form f ON f.race_id = e.race_id AND f.revision = r.form_revision
  LEFT JOIN LATERAL (
    SELECT i.item ->> 'id' AS item FROM jsonb_array_elements(coalesce(f.definition -> 'items', '[]')) AS i (item)
    WHERE l.kind = 'item' AND i.item -> 'variants' @> jsonb_build_array(jsonb_build_object('id', l.ref)) LIMIT 1
  ) i ON true
  WHERE e.race_id = $1 AND l.state IN ('short', 'over')
    AND ($2::uuid IS NULL OR (l.registration_id, l.position) > ($2::uuid, $3::smallint))
  ORDER BY l.registration_id, l.position LIMIT ${pageSize}`;
