import { writeAudit } from '../../ledger/audit';
import { unitSql } from '../../ledger/dealing-sql';
import { findPool, freeUnits } from '../../ledger/unit-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import {
  type Exchange,
  type ExchangeCommand,
  type Exchanged,
  type ExchangeFacts,
  maxExchangesPerDay,
  mayExchange,
} from './exchange-item';

interface Row extends Omit<ExchangeFacts, 'isGiven'> {
  readonly live: boolean;
  readonly event_id: string;
  readonly race_id: string;
  readonly kind: string | null;
  readonly state: string | null;
  readonly pool_id: string | null;
  readonly unit: number | null;
  readonly block: string | null;
}

/** The new unit, if the variant is limited. */
interface Taken {
  readonly pool: string;
  readonly number: number;
  readonly block: string;
}

export const postgresExchanges =
  (postgres: Postgres, newId: () => string): Exchange =>
  (command) =>
    postgres.transaction((sql) => exchange(sql, newId, command), { retryOn: retryOnConflict });

/** Registration, then units: what is taken skips locked rows, so nobody waits for two units. */
const exchange = async (
  sql: Sql,
  newId: () => string,
  { registrationId, position, variant }: ExchangeCommand,
): Promise<Exchanged> => {
  await sql.query(lockRegistration, [registrationId]);
  const [row] = await sql.query<Row>(findLine, [registrationId, position]);
  if (!row) return { kind: 'not-found' };
  if (!row.live) return { kind: 'no-spot' };
  if (row.kind !== 'item') return { kind: 'no-such-item' };
  const ruling = mayExchange({ ...row, isGiven: row.state === 'given' }, variant);
  if (ruling.kind === 'done') return { kind: 'exchanged' };
  if (ruling.kind !== 'exchange') return { kind: ruling.kind };
  const [lately] = await sql.query<{ exchanges: number; wait: number }>(exchangedLately, [registrationId]);
  if (lately && lately.exchanges >= maxExchangesPerDay) return { kind: 'too-many', retryAfter: lately.wait };

  const taken = ruling.limited ? await take(sql, newId(), row.race_id, variant) : undefined;
  if (taken && 'kind' in taken) return taken;
  await sql.query(setVariant, [
    registrationId,
    position,
    variant,
    taken?.pool ?? null,
    taken?.number ?? null,
    taken?.block ?? null,
  ]);
  if (row.unit !== null) await sql.query(freeUnits, [[row.pool_id], [row.unit], [row.block]]);
  const detail = { position, from: row.variant, to: variant };
  const { event_id: eventId } = row;
  await writeAudit(sql, [{ actor: 'runner', action: 'item-exchanged', eventId, registrationId, detail }]);
  return { kind: 'exchanged' };
};

/** One sellable unit, for good: it is nobody's claim, so it needs no block that ends. */
const take = async (sql: Sql, block: string, raceId: string, variant: string): Promise<Taken | Exchanged> => {
  const [pool] = await sql.query<{ id: string }>(findPool, [raceId, 'item', variant]);
  if (!pool) return { kind: 'gone' };
  const [unit] = await sql.query<{ number: number }>(takeOne, [pool.id, block]);
  if (unit) return { pool: pool.id, number: unit.number, block };
  const [state] = await sql.query<{ left: boolean }>(unitSql.anyLeft, [pool.id]);
  return { kind: state?.left ? 'held' : 'gone' };
};

const lockRegistration = 'SELECT FROM registration WHERE id = $1 FOR NO KEY UPDATE';

/** In a statement after the lock, which sees what the lock's holder committed. $2: the position. */
const findLine = `
  SELECT r.live, r.event_id, e.race_id, l.kind, l.state, l.ref AS variant, l.list, l.pool_id, l.unit, l.block,
         l.handed_out_at IS NOT NULL AS "isHandedOut", clock_timestamp() AS now,
         coalesce(clock_timestamp() < a.cancel_until, false) AS "isInTime", coalesce(f.definition -> 'items', '[]') AS items,
         coalesce(o.definition -> 'items', '[]') AS "ownItems"
  FROM registration r JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  LEFT JOIN form f ON f.race_id = a.id AND f.revision = a.form_revision
  LEFT JOIN form o ON o.race_id = a.id AND o.revision = r.form_revision
  LEFT JOIN registration_line l ON l.registration_id = r.id AND l.position = $2
  WHERE r.id = $1`;

/** Under the lock of registration $1. `wait`: the seconds until one more is allowed. */
const exchangedLately = `
  SELECT count(*)::int AS exchanges,
         coalesce(ceil(extract(epoch FROM
           (array_agg(at ORDER BY at DESC))[${maxExchangesPerDay}] + interval '1 day' - clock_timestamp())), 0)::int AS wait
  FROM audit
  WHERE registration_id = $1 AND action = 'item-exchanged' AND at > clock_timestamp() - interval '1 day'`;

const takeOne = `WITH ${unitSql.late('1', '$2')} SELECT number FROM dealt`;

const setVariant = `
  UPDATE registration_line SET ref = $3, pool_id = $4, unit = $5, block = $6 WHERE registration_id = $1 AND position = $2`;
