import { forgetCanaries } from '../../lambdas/ledger/canary-rows';
import { endRegistration, freeSpot } from '../../lambdas/ledger/seat-sql';
import { uuid7 } from '../../lambdas/platform/uuid';
import { openEmptiedDatabase } from '../support/postgres/emptied-database';
import { type MadeRace, makeRace } from '../support/races/race';
import { enter } from './books';

const database = openEmptiedDatabase();

const minutesOf = (days: number) => days * 24 * 60;

/** A closed block of one spot, with its registration. */
const run = async (race: MadeRace, spot: number, daysAgo: number, payment?: 'authorised') => {
  const sql = database.postgres;
  const block = uuid7();
  await sql.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at, closed)
     SELECT $1, $2, ARRAY[$3::int], past, past, true FROM (SELECT clock_timestamp() - make_interval(days => $4) AS past) p`,
    [block, race.eventId, spot, daysAgo],
  );
  const id = await enter(sql, race, spot, { block, minutesAgo: minutesOf(daysAgo), ...(payment && { payment }) });
  return { id, block };
};

const runAndCancel = async (race: MadeRace, spot: number, daysAgo: number, payment?: 'authorised') => {
  const { id, block } = await run(race, spot, daysAgo, payment);
  await database.postgres.query(endRegistration, [id, 'cancelled', null]);
  await database.postgres.query(freeSpot, [race.eventId, spot, block]);
};

const rowsOf = async (table: 'registration' | 'payment' | 'block') =>
  (await database.postgres.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
const left = async () => ({
  registrations: await rowsOf('registration'),
  payments: await rowsOf('payment'),
  blocks: await rowsOf('block'),
});

test('a week after they ended, registrations of the canary are gone, with their payments and blocks; nothing else is', async () => {
  const sql = database.postgres;
  const race = await makeRace(sql, { spots: 5 });
  await runAndCancel(race, 1, 8);
  await runAndCancel(race, 2, 6);
  // One that the canary could not cancel keeps its spot, and a payment on its way is somebody's work.
  await run(race, 3, 30);
  await runAndCancel(race, 4, 8, 'authorised');
  await sql.query('UPDATE race SET is_canary = true WHERE id = $1', [race.raceId]);

  expect(await forgetCanaries(sql, race.eventId)).toBe(1);
  expect(await left()).toEqual({ registrations: 3, payments: 3, blocks: 2 });
  expect(await forgetCanaries(sql, race.eventId)).toBe(0);
});

test('the block that is dealt from stays, however old it is', async () => {
  const sql = database.postgres;
  const race = await makeRace(sql, { spots: 5 });
  await runAndCancel(race, 1, 8);
  await sql.query('UPDATE event SET current_block = (SELECT id FROM block) WHERE id = $1', [race.eventId]);
  await sql.query('UPDATE race SET is_canary = true WHERE id = $1', [race.raceId]);
  await forgetCanaries(sql, race.eventId);
  expect(await left()).toEqual({ registrations: 0, payments: 0, blocks: 1 });
});

test('an event of runners loses nothing', async () => {
  const race = await makeRace(database.postgres, { spots: 5 });
  await runAndCancel(race, 1, 800);
  expect(await forgetCanaries(database.postgres, race.eventId)).toBe(0);
  expect(await left()).toEqual({ registrations: 1, payments: 1, blocks: 1 });
});
