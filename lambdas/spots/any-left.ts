const sellableSpots = 'SELECT 1 FROM spot WHERE event_id = $1 AND block IS NULL';
const sellable = `EXISTS (${sellableSpots})`;

/** So many blocks are looked at, however many an event has: who finds all of them full does not know of the others. */
const maxBlocksLookedAt = 8;
const maxBlocksMarked = 32;

const open = (event: string, which: string, most = maxBlocksLookedAt) =>
  `block b WHERE b.event_id = ${event} AND NOT b.closed AND NOT b.is_full ${which} ORDER BY b.closes_at LIMIT ${most}`;

/**
 * Those numbers of block `b` that nobody is registered on. A number of an open block may be in another block by now: given
 * back, and offered to somebody. Each is looked up by itself: a join would read all the event's registrations.
 */
const unregistered = (event: string, numbers = '') => `
  SELECT 1 FROM unnest(b.numbers) n
  WHERE (SELECT s.block FROM spot s WHERE s.event_id = ${event} AND s.number = n) = b.id
    AND (SELECT r.id FROM registration r WHERE r.event_id = ${event} AND r.spot = n) IS NULL ${numbers}`;

const isHeld = (event: string, which: string) => `
  (EXISTS (SELECT FROM (SELECT b.id, b.numbers FROM ${open(event, which)}) b WHERE EXISTS (${unregistered(event)}))
    OR (SELECT count(*) FROM (SELECT FROM ${open(event, which)}) more) = ${maxBlocksLookedAt})`;

const ofThePublic = 'AND b.owner IS NULL';

/** Who got in with the same batch is on the list only until its end. */
const isWaitedFor = `
  EXISTS (SELECT 1 FROM waiting w WHERE w.event_id = $1 AND w.state = 'waiting' AND w.confirmed_at IS NOT NULL AND NOT EXISTS
           (SELECT 1 FROM registration r WHERE r.event_id = $1 AND person_key(r.person) = person_key(w.person) AND r.live))`;

/**
 * SQL: is any spot of event $1 sellable, or held and unregistered so that it may come back? Asked without SKIP LOCKED,
 * because a row that is only locked is not gone: nobody is told "sold out" while this says true. It says so too while there
 * are more blocks than it looks at.
 */
export const anyLeft = `SELECT ${sellable} OR ${isHeld('$1', '')} AS "left"`;

/** SQL: the same of the event named by `event`, when nothing of it is sellable. */
export const isAnyHeldOf = (event: string) => isHeld(event, '');

/**
 * SQL: blocks of event $1 that are full are not looked at again; how many were marked so. A full block stays full: who gives
 * a spot back takes it out of its block.
 */
export const markFull = `
  UPDATE block f SET is_full = true
  FROM (SELECT b.id, b.numbers FROM ${open('$1', '', maxBlocksMarked)}) b
  WHERE f.id = b.id AND NOT EXISTS (${unregistered('$1')})
  RETURNING f.id`;

/**
 * SQL: may a spot of event $1 come to somebody whose own is gone, if they wait a minute? Not what is offered to another by
 * name, nor anything once people are on the waiting list: it goes to them, and refused they are the first of them.
 */
export const mayComeBackToOne = `
  SELECT (${sellable} OR ${isHeld('$1', ofThePublic)}) AND NOT ${isWaitedFor} AS "left"`;

/** SQL: the same for several, of whom some have their spots still ($2): how many may come besides those (no more than $3 are counted), and does anybody wait? */
export const mayComeBackToGroup = `
  SELECT (SELECT count(*)::int FROM (${sellableSpots} LIMIT $3) s)
       + (SELECT count(*)::int FROM (
           SELECT 1 FROM (SELECT b.id, b.numbers FROM ${open('$1', ofThePublic)}) b
           CROSS JOIN LATERAL (${unregistered('$1', 'AND n <> ALL ($2::int[])')}) n LIMIT $3) h)
       + CASE WHEN (SELECT count(*) FROM (SELECT FROM ${open('$1', ofThePublic)}) more) = ${maxBlocksLookedAt} THEN $3::int ELSE 0 END AS may_come,
         ${isWaitedFor} AS waited_for`;
