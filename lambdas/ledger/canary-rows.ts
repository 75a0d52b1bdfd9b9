import type { Postgres } from '../platform/postgres/postgres';

/** A message about a registration is delivered for days, so its row is kept for longer than anybody asks for it. */
const keptDays = 7;
/** The largest number of registrations, and of blocks, in one call: seconds of work. */
const most = 50_000;

/**
 * Deletes what the canary left in its event and nobody asks for any more: registrations that ended a week ago, with their
 * payments, and closed blocks without a spot. An event of runners loses nothing, whatever is passed. Returns how many
 * registrations went.
 */
export const forgetCanaries = (postgres: Postgres, eventId: string): Promise<number> =>
  postgres.transaction(async (sql) => {
    const old = (await sql.query<{ id: string }>(findOld, [eventId, keptDays, most])).map(({ id }) => id);
    await sql.query('DELETE FROM payment WHERE registration_id = ANY ($1::uuid[])', [old]);
    await sql.query('DELETE FROM registration WHERE id = ANY ($1::uuid[])', [old]);
    await sql.query(deleteBlocks, [eventId, keptDays, most]);
    return old.length;
  });

const isCanary = 'EXISTS (SELECT FROM event e JOIN race r ON r.id = e.race_id WHERE e.id = $1 AND r.is_canary)';

// A payment that is still on its way is somebody's work.
const findOld = `
  SELECT g.id FROM registration g
  WHERE g.event_id = $1 AND ${isCanary} AND NOT g.live AND g.recorded_at < clock_timestamp() - make_interval(days => $2)
    AND NOT EXISTS (SELECT FROM payment p WHERE p.registration_id = g.id AND p.state = 'authorised')
  LIMIT $3`;

const deleteBlocks = `
  DELETE FROM block WHERE id IN (
    SELECT b.id FROM block b
    WHERE b.event_id = $1 AND ${isCanary} AND b.closed AND b.closes_at < clock_timestamp() - make_interval(days => $2)
      AND NOT EXISTS (SELECT FROM event e WHERE e.id = $1 AND e.current_block = b.id)
      AND NOT EXISTS (SELECT FROM spot s WHERE s.event_id = $1 AND s.block = b.id)
    LIMIT $3)`;
