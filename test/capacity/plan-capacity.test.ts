import { planCapacity } from '../../lambdas/capacity/plan-capacity';
import { PostgresOpenings } from '../../lambdas/capacity/postgres-openings';
import { openEmptiedDatabase } from '../support/postgres/emptied-database';
import { makeRace } from '../support/races/race';

const minute = 60_000;
const day = 1440 * minute;

const database = openEmptiedDatabase();

const readAhead = jest.fn(async (_raceId: string) => {});
const report = jest.fn();
beforeEach(() => {
  readAhead.mockClear();
  report.mockClear();
});

const plan = () =>
  planCapacity({
    openings: new PostgresOpenings(database.postgres),
    orders: { give: async () => undefined },
    readAhead,
    report,
  })();

test('a race that opens in ten minutes is warmed for, whatever its time zone; those of last week and next week are not', async () => {
  await makeRace(database.postgres, { spots: 9000, opensIn: -7 * day, closesIn: 30 * day });
  await makeRace(database.postgres, { spots: 9000, opensIn: 7 * day, closesIn: 30 * day });
  expect((await plan()).need.acu).toBe(0);

  const { raceId } = await makeRace(database.postgres, { spots: 300, opensIn: 10 * minute, closesIn: day });
  const here = await plan();
  await database.postgres.query(`UPDATE race SET time_zone = 'Pacific/Chatham' WHERE id = $1`, [raceId]);
  const there = await plan();
  expect(here.need.environments.register).toBeGreaterThan(5);
  expect(there.need).toEqual(here.need);
  expect(here.due).toBe(false);
});

test('what opens within a quarter of an hour is read ahead, and nothing else; a failure is reported, and holds up nothing', async () => {
  await makeRace(database.postgres, { spots: 10, opensIn: 20 * minute, closesIn: day });
  await makeRace(database.postgres, { spots: 10, opensIn: -minute, closesIn: day });
  const second = await makeRace(database.postgres, { spots: 10, opensIn: 14 * minute, closesIn: day });
  const first = await makeRace(database.postgres, { spots: 10, opensIn: minute, closesIn: day });
  readAhead.mockRejectedValueOnce(new Error('away'));
  await plan();
  expect(readAhead.mock.calls).toEqual([[first.raceId], [second.raceId]]);
  expect(report.mock.calls).toEqual([[first.raceId, new Error('away')]]);
});

test('asked twice it orders the same twice, and forgets a race that was moved away', async () => {
  const { raceId } = await makeRace(database.postgres, { spots: 300, opensIn: 3 * minute, closesIn: 30 * day });
  const first = await plan();
  const second = await plan();
  expect(first.due).toBe(true);
  expect(second.need).toEqual(first.need);
  await database.postgres.query(`UPDATE race SET opens_at = now() + interval '9 days' WHERE id = $1`, [raceId]);
  expect(await plan()).toMatchObject({ due: false, need: { acu: 0 } });
});

test('a crowd that came to an earlier race is expected again', async () => {
  await makeRace(database.postgres, { spots: 100, opensIn: 10 * minute, closesIn: day });
  const before = await plan();
  const past = await makeRace(database.postgres, { spots: 10, opensIn: -3 * day, closesIn: day });
  await database.postgres.query(
    `INSERT INTO waiting (id, event_id, person, runner, rank, state)
     SELECT gen_random_uuid(), $1, 'person-' || n, '{}', 1, 'waiting' FROM generate_series(1, 400) n`,
    [past.eventId],
  );
  expect((await plan()).need.environments.register).toBeGreaterThan(3 * before.need.environments.register);
});
