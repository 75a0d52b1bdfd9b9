import type { Put } from '../../domain/outbox';
import { orderPayments, putOrders } from '../../ledger/postgres-follow-ups';
import type { Sql } from '../../platform/postgres/postgres';
import type { Recorded, Sweep } from '../ports';

interface Unsettled {
  readonly id: string;
  readonly authorisation: string | null;
  readonly amount: number | null;
  readonly capture_amount: number | null;
  readonly currency: string | null;
  readonly wanted: 'capture' | 'void';
}

/** Runs inside the caller's transaction. See `Registrations.sweep`. */
export const recordSweeps = async (sql: Sql, newId: () => string, sweeps: readonly Sweep[]): Promise<Recorded> => {
  const deferred = await findEarly(sql, sweeps);
  const due = sweeps.filter(({ registrationId }) => !deferred.includes(registrationId));
  // Of two tabs, one may have asked for nothing, and the payment is the other one's.
  const byAmount = due.toSorted((one, other) => one.amount - other.amount);
  const byId = new Map(byAmount.map((sweep) => [sweep.registrationId, sweep]));
  const ids = [...byId.keys()].sort();
  const rows = await sql.query<{ id: string }>(sweepUndecided, [
    ids,
    ids.map((id) => byId.get(id)?.eventId),
    ids.map((id) => byId.get(id)?.sessionHash ?? null),
    ids.map((id) => byId.get(id)?.purpose ?? null),
  ]);
  const refused = rows.flatMap(({ id }) => byId.get(id) ?? []);
  const outbox = await orderPayments(
    sql,
    newId,
    refused.map((sweep) => ({ ...sweep, authorisation: null, action: 'void' as const })),
  );
  const unsettled = await orderAgain(sql, newId, byId);
  const unused = await letGoOfUnused(sql, newId, byId);
  return { decisions: [], deferred, outbox: [...outbox, ...unsettled, ...unused] };
};

/**
 * Ids that are not decided and may not be refused yet. A sweep of a usual hold carries no `notBefore`, because that
 * hold is over before its sweep comes; the database is not asked about it.
 */
const findEarly = async (sql: Sql, sweeps: readonly Sweep[]): Promise<string[]> => {
  const early = sweeps.flatMap(({ registrationId, notBefore }) =>
    notBefore === undefined ? [] : [{ registrationId, until: new Date(notBefore) }],
  );
  if (early.length === 0) return [];
  const [ids, untils] = [early.map(({ registrationId }) => registrationId), early.map(({ until }) => until)];
  return (await sql.query<{ id: string }>(mayStillCome, [ids, untils])).map(({ id }) => id);
};

/** Decided a quarter of an hour ago and still not settled: the order may be lost, and repeating it is safe. */
const orderAgain = async (
  sql: Sql,
  newId: () => string,
  sweeps: ReadonlyMap<string, Sweep>,
): Promise<readonly Put[]> => {
  const rows = await sql.query<Unsettled>(findUnsettled, [[...sweeps.keys()]]);
  const orders = rows.flatMap(({ id, wanted, authorisation, amount, capture_amount, currency }) => {
    const sweep = sweeps.get(id);
    if (!sweep) return [];
    return [
      {
        ...sweep,
        action: wanted,
        authorisation,
        amount: amount ?? sweep.amount,
        ...(capture_amount !== null && { captureAmount: capture_amount }),
        currency: currency ?? sweep.currency,
      },
    ];
  });
  return putOrders(sql, newId, orders);
};

/**
 * Where the registration costs nothing, and a payment was begun before that, or in another tab. No card may be charged for it, and one may be
 * held by now: only here is it certain which of the two was recorded.
 */
const letGoOfUnused = async (
  sql: Sql,
  newId: () => string,
  sweeps: ReadonlyMap<string, Sweep>,
): Promise<readonly Put[]> => {
  const begun = [...sweeps.values()].filter(({ amount }) => amount > 0).map(({ registrationId }) => registrationId);
  if (begun.length === 0) return [];
  const rows = await sql.query<{ id: string }>(findFree, [begun]);
  const orders = rows.flatMap(({ id }) => {
    const sweep = sweeps.get(id);
    return sweep ? [{ ...sweep, action: 'void' as const, authorisation: null }] : [];
  });
  return putOrders(sql, newId, orders);
};

/** By the database's clock, like everything that ends. */
const mayStillCome = `
  SELECT DISTINCT id FROM unnest($1::uuid[], $2::timestamptz[]) AS m (id, until)
  WHERE until > clock_timestamp() AND NOT EXISTS (SELECT FROM registration r WHERE r.id = m.id)`;

/**
 * The row comes first, the money after: without the row, a message that is only late would confirm a runner who has not
 * paid.
 */
const sweepUndecided = `
  INSERT INTO registration (id, event_id, outcome, live, via, session_hash)
  SELECT id, event_id, 'refused', false, coalesce(purpose, 'sweep'), session_hash
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS m (id, event_id, session_hash, purpose)
  ORDER BY id
  ON CONFLICT (id) DO NOTHING
  RETURNING id`;

/**
 * A card authorised under a companion's id is voided: another registration pays for that runner. Not that of somebody who
 * took a spot over and pays for that under their own id.
 */
const findUnsettled = `
  SELECT registration_id AS id, authorisation, amount, capture_amount, currency, wanted FROM payment
  WHERE registration_id = ANY ($1::uuid[]) AND state = 'authorised' AND authorisation IS NOT NULL
  UNION ALL
  SELECT id, NULL, NULL, NULL, NULL, 'void' FROM registration r
  WHERE NOT EXISTS (SELECT FROM payment p WHERE p.registration_id = r.id) AND id = ANY ($1::uuid[]) AND paid_as IS NOT NULL`;

/** What becomes of the payment that was begun changes nothing of a row whose payment is another one: see `stateAfter`. */
const findFree = 'SELECT registration_id AS id FROM payment WHERE registration_id = ANY ($1::uuid[]) AND amount = 0';
