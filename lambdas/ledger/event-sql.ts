import { maxBlocksLookedAt, spotSql } from './dealing-sql';

/**
 * Statements about one event that several capabilities share.
 *
 * The lock order of the ledger: payment, event, spot, registration, pool, unit, registration_line. A transaction that takes
 * two of these locks takes them in this order, and several rows of one table by number or by id. Then two transactions
 * wait for each other instead of deadlocking; a deadlock that happens all the same is retried (platform/retry.ts). A
 * transaction that may offer spots to the waiting list locks the event before its spots, because cuts and joins take turns
 * on that lock (decision 15).
 */

const sellable = `EXISTS (${spotSql.sellable})`;

const ofThePublic = 'AND b.owner IS NULL';

/** A person whom the same batch confirms stays on the list until the batch ends, so they are left out here. */
const isWaitedFor = `
  EXISTS (SELECT 1 FROM waiting w WHERE w.event_id = $1 AND w.state = 'waiting' AND w.confirmed_at IS NOT NULL AND NOT EXISTS
           (SELECT 1 FROM registration r WHERE r.event_id = $1 AND person_key(r.person) = person_key(w.person) AND r.live))`;

/**
 * SQL: is any spot of event $1 sellable, or held without a registration, so that it may come back? It does not use SKIP
 * LOCKED, because a row that is only locked is not gone. Nobody is told "sold out" while this is true. It is also true
 * while the event has more blocks than it looks at.
 */
export const { anyLeft } = spotSql;

/** SQL: the same for the event named by `event`, when none of its spots is sellable. */
export const isAnyHeldOf = (event: string) => spotSql.isHeld(event, '');

/**
 * SQL: may a spot of event $1 come to a runner whose own spot is gone, if they wait a minute? An offer to somebody else
 * does not count. Nothing counts once people are on the waiting list: spots go to them, and this runner, when refused,
 * becomes the first of them.
 */
export const mayComeBackToOne = `
  SELECT (${sellable} OR ${spotSql.isHeld('$1', ofThePublic)}) AND NOT ${isWaitedFor} AS "left"`;

/**
 * SQL: the same for a group. $2: the spots the group still has. Returns how many spots may come besides those, counted
 * up to $3, and whether anybody waits.
 */
export const mayComeBackToGroup = `
  SELECT (SELECT count(*)::int FROM (${spotSql.sellable} LIMIT $3) s)
       + (SELECT count(*)::int FROM (
           SELECT 1 FROM (SELECT b.id, b.numbers FROM ${spotSql.openBlocks('$1', ofThePublic)}) b
           CROSS JOIN LATERAL (${spotSql.untaken('$1', 'AND n <> ALL ($2::int[])')}) n LIMIT $3) h)
       + CASE WHEN (SELECT count(*) FROM (SELECT FROM ${spotSql.openBlocks('$1', ofThePublic)}) more) = ${maxBlocksLookedAt} THEN $3::int ELSE 0 END AS may_come,
         ${isWaitedFor} AS waited_for`;

/**
 * SQL: the SalePhase (domain/event-sale.ts) of event `e` of race `r`. It decides whether blocks are cut, spots are offered, and people
 * on the list are asked to confirm. It does not stop a person who holds a spot or has an offer: they can finish.
 */
export const salePhase = `
  CASE WHEN e.sale IN ('closed', 'cancelled') OR clock_timestamp() >= r.closes_at THEN 'closed' WHEN clock_timestamp() < r.opens_at THEN 'early'
       WHEN e.sale = 'paused' THEN 'paused' ELSE 'open' END`;

/** SQL: locks event $1. Cuts, offers, changes of capacity and joins to the waiting list take turns on this lock. */
export const lockEvent = `
  SELECT e.race_id, e.current_block, e.capacity, e.next_number,
         ${salePhase} AS phase
  FROM event e JOIN race r ON r.id = e.race_id
  WHERE e.id = $1 FOR NO KEY UPDATE OF e`;

/** These people have taken what was offered to them, or do not need it: the next reclaim offers the rest to others. */
export const leaveWaitingList = `
  WITH gone AS (
    UPDATE waiting w SET state = 'registered', block = NULL
    FROM (
      SELECT id, block FROM waiting
      WHERE event_id = $1 AND person_key(person) = ANY (ARRAY(SELECT person_key(p) FROM unnest($2::text[]) AS p))
        AND state IN ('waiting', 'offered') FOR UPDATE
    ) before
    WHERE w.id = before.id
    RETURNING before.block
  )
  UPDATE block b SET closes_at = clock_timestamp() FROM gone WHERE b.id = gone.block AND b.closes_at > clock_timestamp()`;
