import { counters } from '../../lambdas/line/calling/ports';
import { PostgresTicks } from '../../lambdas/line/calling/postgres-ticks';
import { tick } from '../../lambdas/line/calling/tick';
import type { LineState } from '../../lambdas/line/ports';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { findingsIn, measure } from '../../lambdas/watch/differences';
import { lateAfterSeconds } from '../../lambdas/watch/figures';
import { standingLines } from '../../lambdas/watch/lines-sql';
import { PostgresBooks } from '../../lambdas/watch/postgres-books';
import { openEmptiedDatabase } from '../support/postgres/emptied-database';
import { makeRace } from '../support/races/race';

const database = openEmptiedDatabase();
const change = (text: string, values: readonly unknown[] = []) => database.postgres.query(text, values);

const raceIdOf = async ({ state = 'calling' as LineState, passes = 1000, gunAgo = 0, spots = 100 } = {}) => {
  const { raceId, eventId } = await makeRace(database.postgres, { spots, opensIn: -gunAgo * 1000 });
  const lineId = uuid7();
  await change(
    `INSERT INTO line (id, race_id, kind, state, gun, enrol_until, at_gun)
     SELECT $1, $2, 'opening', $3, at, at, 'draw' FROM (SELECT clock_timestamp() - make_interval(secs => $4) AS at) t`,
    [lineId, raceId, state, gunAgo],
  );
  await change('INSERT INTO line_event (line_id, event_id) VALUES ($1, $2)', [lineId, eventId]);
  await change('INSERT INTO line_wave (line_id, wave, passes) VALUES ($1, 0, $2)', [lineId, passes]);
  return raceId;
};
// The tests empty this table, too.
beforeEach(() => change('INSERT INTO line_tick (at) VALUES (clock_timestamp())'));

/** Time goes by: everything that happened to lines was so many seconds earlier. */
const pass = (seconds: number) =>
  change(
    `WITH ago AS (SELECT make_interval(secs => $1) AS i),
     ticks AS (UPDATE line_tick SET at = at - i FROM ago),
     lines AS (UPDATE line SET gun = gun - i, enrol_until = enrol_until - i FROM ago),
     calls AS (UPDATE line_call SET at = at - i FROM ago)
     UPDATE line_event SET history = (
       SELECT coalesce(jsonb_agg(jsonb_set(h, '{0}', to_jsonb((h ->> 0)::float8 - $1::float8)) ORDER BY n), '[]')
       FROM jsonb_array_elements(history) WITH ORDINALITY AS x (h, n))`,
    [seconds],
  );

/** `isBroken`: it finds whatever there is, and calls nobody. */
const steps = async (times: number, secondsApart: number, isBroken = false) => {
  const step = tick({
    ticks: {
      tick: (decide) =>
        new PostgresTicks(database.postgres).tick(async (present) => {
          const decision = await decide(present);
          const still = present.lines.flatMap(({ events }) => events);
          return isBroken
            ? {
                ...decision,
                lines: decision.lines.map((line) => ({
                  ...line,
                  events: line.events.map((event) => ({
                    ...event,
                    calledTo: still.find(({ eventId }) => eventId === event.eventId)?.calledTo ?? 0,
                    called: 0,
                    isMoved: false,
                  })),
                })),
              }
            : decision;
        }),
    },
    counts: {
      read: async () => new Array<number>(counters).fill(0),
      enrolment: async () => ({ endedAt: undefined, issued: 0 }),
      endEnrolment: async () => {},
      resumeEnrolment: async () => {},
      undealt: async () => 0,
      whereLeft: async () => ({ held: 0, undealt: 0, lost: 0 }),
    },
    lag: async () => 0,
    rateMax: 30,
    order: async () => {},
    changed: async () => {},
    report: (error) => {
      throw error;
    },
  });
  for (let n = 0; n < times; n++) {
    await pass(secondsApart);
    await step();
  }
};

const standing = async (sql: Sql = database.postgres) => {
  const { lineStep, lineCall } = lateAfterSeconds;
  const [row] = await sql.query<{ count: number }>(standingLines, [lineStep, lineCall]);
  return row?.count;
};

/** Each of these, alone, makes a line that rings one that does not. */
const excuse = async (excuses: Readonly<Record<string, string>>) => {
  expect(await standing()).toBe(1);
  const undone = new Error('undone');
  for (const [why, statement] of Object.entries(excuses)) {
    const excused = database.postgres.transaction(async (sql) => {
      await sql.query(statement);
      expect([why, await standing(sql)]).toEqual([why, 0]);
      throw undone;
    });
    await expect(excused).rejects.toBe(undone);
  }
};

const always = {
  'a director holds it': `UPDATE line SET paused_reason = 'The bank is down.'`,
  'nobody came': 'UPDATE line_wave SET passes = 0',
  'everybody was called': 'UPDATE line_event SET called_to = 1, called = 1000',
  'who waits is of a crowded address, and stands with those who come in a minute': `UPDATE line_wave SET wave = 2 + extract(epoch FROM clock_timestamp() - line.gun)::int + 60 FROM line`,
  'its gun is to come': `UPDATE line SET gun = clock_timestamp() + interval '1 second'`,
  'it is open': `UPDATE line SET state = 'open'`,
  'it is over': `UPDATE line SET state = 'over', over_at = clock_timestamp()`,
  'the sale is over': `UPDATE race SET opens_at = opens_at - interval '1 hour', closes_at = clock_timestamp() - interval '1 second'`,
  'the race is cancelled': 'UPDATE race SET cancelled_at = clock_timestamp()',
};

/** Spots for 8 × 13 at the most: more than are free. */
const called13 = (ago: string) => `
  WITH called AS (UPDATE line_event SET called = 13 RETURNING line_id, event_id)
  INSERT INTO line_call SELECT line_id, event_id, clock_timestamp() - interval '${ago}', 0.013, 13 FROM called`;

test('a line that calls nobody for a minute rings, with its race, though it is stepped forward', async () => {
  const raceId = await raceIdOf();
  // The first step begins its history.
  await steps(4, 10, true);
  await pass(15);
  expect(await standing()).toBe(0);
  await steps(1, 20, true);
  const figures = await new PostgresBooks(database.postgres, lateAfterSeconds).look();
  expect(findingsIn(measure({ figures, comparison: undefined, cache: undefined }))).toEqual([
    { name: 'LinesStanding', severity: 'late', see: 'A line stands still', alarm: 'own', count: 1, samples: [raceId] },
  ]);
  await excuse({
    ...always,
    'a director held it until a moment ago': `UPDATE line_event SET curve = '[]'`,
    'no spot is free': 'UPDATE line_event SET free = 0',
    'no spot was free a while ago': `UPDATE line_event SET history = jsonb_set(history, '{-2, 3}', '0')`,
    'somebody was called a while ago': `
      INSERT INTO line_call SELECT line_id, event_id, clock_timestamp() - interval '50 seconds', 0.001, 1 FROM line_event`,
    'those who were called may take what is free': called13('170 seconds'),
    'the sale is paused': `UPDATE event SET sale = 'paused'`,
  });
  // Mended.
  await steps(1, 1);
  expect(await standing()).toBe(0);
});

test('those who were called long ago are expected no more: what is free is free', async () => {
  await raceIdOf();
  await steps(8, 10, true);
  await change(called13('181 seconds'));
  expect(await standing()).toBe(1);
});

test('a line at which many looked, and that nobody steps forward, rings after ten seconds', async () => {
  await raceIdOf();
  await steps(9, 0.6);
  await pass(5);
  expect(await standing()).toBe(0);
  await pass(6);
  await excuse(always);
  await steps(1, 1);
  expect(await standing()).toBe(0);
});

test('a line at which somebody looks now and then rings when the backstop steps it forward no more', async () => {
  // Nobody can be called, so that only the steps are late.
  await raceIdOf({ spots: 1 });
  await change('UPDATE spot SET block = $1', [uuid7()]);
  await steps(4, 60);
  await pass(140);
  expect(await standing()).toBe(0);
  await pass(11);
  expect(await standing()).toBe(1);
});

test.each([
  [200, 1],
  [199, 0],
])('of %i people who wait for a draw somebody looks: ten seconds after the gun it is late', async (passes, late) => {
  await raceIdOf({ state: 'lobby', passes });
  await change(`UPDATE line_tick SET at = clock_timestamp() - interval '1 minute'`);
  await pass(5);
  expect(await standing()).toBe(0);
  await pass(6);
  expect(await standing()).toBe(late);
});

test('a line that works rings at no step, also while those who were called do not come', async () => {
  await raceIdOf({ spots: 20 });
  const rang: number[] = [];
  for (let n = 0; n < 25; n++) {
    await steps(1, 9);
    rang.push((await standing()) ?? 1);
  }
  expect(rang.filter((count) => count > 0)).toEqual([]);
  // It went on all the while.
  const [{ called } = { called: 0 }] = await database.postgres.query<{ called: number }>(
    'SELECT called FROM line_event',
  );
  expect(called).toBeGreaterThan(40);
});
