import { createHash } from 'node:crypto';
import { armLines } from '../../../lambdas/line/calling/arm-lines';
import { everyMinute } from '../../../lambdas/line/calling/every-minute';
import { PostgresLineDocuments } from '../../../lambdas/line/calling/postgres-line-documents';
import { PostgresLineRegister } from '../../../lambdas/line/calling/postgres-line-register';
import { PostgresRaces } from '../../../lambdas/races/postgres-races';
import { makeRace } from '../../support/races/race';
import { openStores } from '../../support/stores';

const stores = openStores();
const sql = () => stores.database.postgres;
const changed: string[] = [];
const arm = () =>
  armLines({
    register: new PostgresLineRegister(sql()),
    findRace: (raceId) => new PostgresRaces(sql()).find(raceId),
    changed: async (raceId) => void changed.push(raceId),
  })();
const minute = 60_000;
const made = async (opensIn: number, mode: string) => {
  const race = await makeRace(sql(), { spots: 10, opensIn, closesIn: 120 * minute });
  await sql().query('UPDATE race SET line_mode = $2 WHERE id = $1', [race.raceId, mode]);
  return race;
};

test('a race that always has a line gets it an hour before the gun, once, with a secret that is kept', async () => {
  const soon = await made(59 * minute, 'always');
  const others = [await made(61 * minute, 'always'), await made(-minute, 'always'), await made(59 * minute, 'never')];
  expect(await arm()).toBe(1);
  expect(await arm()).toBe(0);
  expect(changed).toEqual([soon.raceId]);
  const line = await new PostgresLineDocuments(sql()).find(soon.raceId);
  expect(line).toMatchObject({
    state: 'lobby',
    atGun: 'draw',
    passes: 0,
    events: [{ eventId: soon.eventId, calledTo: 0 }],
  });
  expect(Date.parse(line?.enrolUntil ?? '') - Date.parse(line?.gun ?? '')).toBe(12_000);
  expect(line).not.toHaveProperty('secret');
  const [row] = await sql().query<{ secret: Buffer }>('SELECT secret FROM line WHERE race_id = $1', [soon.raceId]);
  expect(
    createHash('sha256')
      .update(row?.secret ?? '')
      .digest('hex'),
  ).toBe(line?.commitment);
  for (const { raceId } of others) expect(await new PostgresLineDocuments(sql()).find(raceId)).toBeUndefined();

  // Everybody who reads the race knows that people wait.
  expect(await new PostgresRaces(sql()).find(soon.raceId)).toMatchObject({ hasLine: true });
  await sql().query("UPDATE line SET state = 'open' WHERE race_id = $1", [soon.raceId]);
  expect(await new PostgresRaces(sql()).find(soon.raceId)).not.toHaveProperty('hasLine');
});

test('each minute the edge is told of lines and their guns, and orders that were lost are given again', async () => {
  const [first, second] = [await made(50 * minute, 'always'), await made(30 * minute, 'always')];
  const told: object[] = [];
  const ordered: object[] = [];
  const reported: unknown[] = [];
  let ticks = 0;
  const register = new PostgresLineRegister(sql());
  const aMinute = everyMinute({
    arm,
    beginSurges: async () => undefined,
    register,
    errands: {
      async arm(line) {
        told.push(line);
      },
    },
    order: async (work) => void ordered.push(work),
    async tick() {
      ticks++;
      throw new Error('the cache is away');
    },
    report: (error) => reported.push(error),
  });
  await aMinute();
  const [moved] = await sql().query<{ gun: Date }>(
    "UPDATE line SET gun = gun + interval '10 minutes' WHERE race_id = $1 RETURNING gun",
    [first.raceId],
  );
  const [ended] = await sql().query<{ id: string }>(
    "UPDATE line SET state = 'over', over_at = now() WHERE race_id = $1 RETURNING id",
    [second.raceId],
  );
  told.length = 0;
  await aMinute();
  expect(told).toEqual([expect.objectContaining({ raceId: first.raceId, gun: moved?.gun.toISOString() })]);
  expect(ordered).toContainEqual({ kind: 'over', lineId: ended?.id });
  expect([ticks, reported.length]).toEqual([2, 2]);
});

test('a line that a director ended does not come back, but a later opening has its own', async () => {
  const { raceId } = await made(20 * minute, 'always');
  expect(await arm()).toBe(1);
  await sql().query("UPDATE line SET state = 'over', over_at = now() WHERE race_id = $1", [raceId]);
  expect(await arm()).toBe(0);
  await sql().query("UPDATE race SET opens_at = opens_at - interval '1 minute' WHERE id = $1", [raceId]);
  expect(await arm()).toBe(0);
  await sql().query("UPDATE race SET opens_at = opens_at + interval '2 minutes' WHERE id = $1", [raceId]);
  expect(await arm()).toBe(1);
});

test('an event that was not seen when a line began gets into it within a minute, and keeps what it has called', async () => {
  const { raceId, eventId } = await made(50 * minute, 'always');
  const due = { raceId, gun: new Date(Date.now() + 50 * minute), isAlwaysDrawn: true };
  expect(await new PostgresLineRegister(sql()).arm(due, [])).toBe(true);
  const called = async () =>
    (await new PostgresLineDocuments(sql()).find(raceId))?.events.map((event) => [event.eventId, event.calledTo]);
  expect(await called()).toEqual([]);
  await arm();
  expect(await called()).toEqual([[eventId, 0]]);
  await sql().query('UPDATE line_event SET called_to = 0.5 WHERE event_id = $1', [eventId]);
  await arm();
  expect(await called()).toEqual([[eventId, 0.5]]);
});

test('whether a race draws that has a line only if need be, is not decided yet', async () => {
  const { raceId } = await made(20 * minute, 'auto');
  await arm();
  const line = await new PostgresLineDocuments(sql()).find(raceId);
  expect(line).toMatchObject({ state: 'lobby', commitment: expect.any(String) });
  expect(line).not.toHaveProperty('atGun');
});

test('passes are deleted when their line is over for thirty days, and those of other lines stay', async () => {
  const lineIds: string[] = [];
  for (const days of [31, 29]) {
    const { raceId } = await made(10 * minute, 'always');
    await arm();
    const [line] = await sql().query<{ id: string }>(
      `UPDATE line SET state = 'over', over_at = now() - make_interval(days => $2), finished_at = now() WHERE race_id = $1 RETURNING id`,
      [raceId, days],
    );
    await sql().query(
      'INSERT INTO line_pass (line_id, hash, wave) SELECT $1, sha256(n::text::bytea), 0 FROM generate_series(1, 3) n',
      [line?.id],
    );
    lineIds.push(line?.id ?? '');
  }
  const register = new PostgresLineRegister(sql());
  for (let n = 0; n < 3; n++) await register.forgetPasses(30);
  const left = await sql().query('SELECT DISTINCT line_id FROM line_pass WHERE line_id = ANY ($1::uuid[])', [lineIds]);
  expect(left).toEqual([{ line_id: lineIds[1] }]);
});
