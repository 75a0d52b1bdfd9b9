import type { Sql } from '../../platform/postgres/postgres';
import type { ChangeLine } from './change-rules';

/** What a registration consists of, under the lock of its row if the caller has it. */
export const findLines = (sql: Sql, registrationId: string): Promise<ChangeLine[]> =>
  sql.query<ChangeLine>(find, [registrationId]);

/** The lines of a registration that gave its spot back. `refunds`: how much is given back now, by position. */
export const returnLines = async (
  sql: Sql,
  registrationId: string,
  refunds: ReadonlyMap<number, number>,
): Promise<void> => {
  await sql.query(returnAll, [registrationId, [...refunds.keys()], [...refunds.values()]]);
};

interface GivenBack {
  readonly position: number;
  readonly refund: number;
  readonly isLive: boolean;
  /** What was paid for this registration, less what was given back. */
  readonly share: number;
}

/**
 * Money of one line. Of a runner who still runs, the share is less from now on; of one who does not, the refund is more. So
 * what is left of the payment covers the shares of those who run, which the watch compares.
 */
export const giveBackOf = async (
  sql: Sql,
  registrationId: string,
  { position, refund, isLive, share }: GivenBack,
): Promise<void> => {
  await sql.query(addToLine, [registrationId, position, refund]);
  await sql.query(isLive ? setShare : addToRefund, [registrationId, isLive ? share - refund : refund]);
};

const addToLine = `
  UPDATE registration_line SET refund = coalesce(refund, 0) + $3 WHERE registration_id = $1 AND position = $2`;
const setShare = 'UPDATE registration SET share = $2 WHERE id = $1';
const addToRefund = 'UPDATE registration SET refund = coalesce(refund, 0) + $2 WHERE id = $1';

const find = `
  SELECT l.position, l.kind, l.amount, coalesce(l.refund, 0) AS refunded, l.state = 'given' AS "isGiven",
         l.handed_out_at IS NOT NULL AS "isHandedOut",
         coalesce(clock_timestamp() < (
           SELECT (i.item ->> 'refundUntil')::timestamptz
           FROM jsonb_array_elements(coalesce(f.definition -> 'items', '[]')) AS i (item)
           WHERE i.item -> 'variants' @> jsonb_build_array(jsonb_build_object('id', l.ref)) LIMIT 1
         ), true) AS "isInTime"
  FROM registration r
  JOIN event e ON e.id = r.event_id
  JOIN form f ON f.race_id = e.race_id AND f.revision = r.form_revision
  JOIN registration_line l ON l.registration_id = r.id
  WHERE r.id = $1
  ORDER BY l.position`;

/** A line that is given back holds no unit any more. */
const returnAll = `
  UPDATE registration_line l
  SET state = 'returned', unit = NULL, block = NULL, refund = coalesce(l.refund, 0) + m.refund
  FROM unnest($2::int[], $3::int[]) AS m (position, refund)
  WHERE l.registration_id = $1 AND l.position = m.position AND l.state = 'given'`;
