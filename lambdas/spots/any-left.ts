const sellableSpots = 'SELECT 1 FROM spot WHERE event_id = $1 AND block IS NULL';
const sellable = `EXISTS (${sellableSpots})`;

/** A number of an open block may be in another block by now: given back, and offered to somebody. */
const heldSpots = (blocks: string) => `
  SELECT 1 FROM block b CROSS JOIN LATERAL unnest(b.numbers) n
  JOIN spot s ON s.event_id = $1 AND s.number = n AND s.block = b.id
  WHERE b.event_id = $1 AND NOT b.closed ${blocks}
    AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.event_id = $1 AND r.spot = n)`;
const heldIn = (blocks: string) => `EXISTS (${heldSpots(blocks)})`;

/** Who got in with the same batch is on the list only until its end. */
const isWaitedFor = `
  EXISTS (SELECT 1 FROM waiting w WHERE w.event_id = $1 AND w.state = 'waiting' AND NOT EXISTS
           (SELECT 1 FROM registration r WHERE r.event_id = $1 AND person_key(r.person) = person_key(w.person) AND r.live))`;

/**
 * SQL: is any spot of event $1 sellable, or held and unregistered so that it may come back? Asked without SKIP LOCKED,
 * because a row that is only locked is not gone: nobody is told "sold out" while this says true.
 */
export const anyLeft = `SELECT ${sellable} OR ${heldIn('')} AS "left"`;

/**
 * SQL: may a spot of event $1 come to somebody whose own is gone, if he waits a minute? Not what is offered to another by
 * name, nor anything once people are on the waiting list: it goes to them, and refused he is the first of them.
 */
export const mayComeToHim = `
  SELECT (${sellable} OR ${heldIn('AND b.owner IS NULL')}) AND NOT ${isWaitedFor} AS "left"`;

/** SQL: the same for several, of whom some have their spots still ($2): how many may come besides those (no more than $3 are counted), and does anybody wait? */
export const mayComeToThem = `
  SELECT (SELECT count(*)::int FROM (${sellableSpots} LIMIT $3) s)
       + (SELECT count(*)::int FROM (${heldSpots('AND b.owner IS NULL AND n <> ALL ($2::int[])')} LIMIT $3) h) AS may_come,
         ${isWaitedFor} AS waited_for`;
