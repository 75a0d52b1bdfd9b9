import type { ClientBase } from 'pg';
import { lastYearDays, lastYearSinceDays, soldLastYear, soldRace, soldSinceDays } from '../prepare/demo-sold';
import { earlyPeople } from './people';

/**
 * They all registered a moment ago. Moves what was recorded of them to the weeks of their sale, as if the demo had run all the time:
 * many on the first day, fewer every day after. Nothing but instants changes. Repeating it changes nothing.
 */
export const spreadOverTheSale = async (sql: Pick<ClientBase, 'query'>): Promise<void> => {
  for (const [raceId, sinceDays, days] of [
    [soldRace, soldSinceDays, soldSinceDays - 1],
    [soldLastYear, lastYearSinceDays, lastYearDays],
  ] as const) {
    const ids = earlyPeople.flatMap((person) => (person.raceId === raceId ? person.registrationId : []));
    await sql.query(spread, [ids, sinceDays, days]);
  }
  // It is over: a race of last year is not on sale.
  await sql.query(`UPDATE race SET closes_at = opens_at + make_interval(days => $2) WHERE id = $1`, [
    soldLastYear,
    lastYearDays,
  ]);
};

/** $1: registrations. $2: how many days ago the sale began. $3: how many days they are spread over. */
const spread = `
  WITH moved AS (
    SELECT g.id, now() - make_interval(days => $2) + power((('x' || substr(md5(g.id::text), 1, 7))::bit(28)::int / 268435456.0)::float8, 3)
        * make_interval(days => $3) - g.recorded_at AS by
    FROM registration g WHERE g.id = ANY ($1::uuid[]) AND g.recorded_at > now() - interval '1 day'
  ), paid AS (
    UPDATE payment p SET settled_at = p.settled_at + m.by FROM moved m WHERE p.registration_id = m.id
  ), mailed AS (
    UPDATE mail SET claimed_at = claimed_at + m.by, updated_at = updated_at + m.by FROM moved m WHERE registration_id = m.id
  ), audited AS (
    UPDATE audit SET at = at + m.by FROM moved m WHERE registration_id = m.id
  )
  UPDATE registration g SET recorded_at = g.recorded_at + m.by, submitted_at = g.submitted_at + m.by FROM moved m WHERE g.id = m.id`;
