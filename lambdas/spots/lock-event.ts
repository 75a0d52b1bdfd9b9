/** Where an event is in its sale, by the database's clock. */
export type SalePhase = 'early' | 'open' | 'closed';

/** SQL: locks event $1. Cuts, offers, changes of capacity and joins to the waiting list take turns on this lock. */
export const lockEvent = `
  SELECT e.race_id, e.current_block, e.capacity, e.next_number,
         CASE WHEN clock_timestamp() < r.opens_at THEN 'early' WHEN clock_timestamp() < r.closes_at THEN 'open' ELSE 'closed' END AS phase
  FROM event e JOIN race r ON r.id = e.race_id
  WHERE e.id = $1 FOR NO KEY UPDATE OF e`;
