import { PostgresLineDocuments } from '../../../lambdas/line/calling/postgres-line-documents';
import { PostgresLineRegister } from '../../../lambdas/line/calling/postgres-line-register';
import { PostgresLineOrders } from '../../../lambdas/line/orders/postgres-line-orders';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { openConsole } from '../../staff/console-world';
import { untilOneWaits } from '../../support/postgres/lock-waiters';
import { makeRace } from '../../support/races/race';

const console = openConsole();
const sql = () => console.postgres;
let secret = '';
let staffId = '';
beforeAll(async () => {
  ({ secret, staffId } = await console.signedIn([{ role: 'director', raceId: undefined }]));
});

const openLine = async ({ state = 'calling', gunIn = -60_000, passes = 1000, called = 400, free = 100 } = {}) => {
  const { raceId, eventId } = await makeRace(sql(), { spots: 100, opensIn: gunIn });
  const lineId = uuid7();
  const gun = new Date(Date.now() + gunIn);
  await sql().query(
    `INSERT INTO line (id, race_id, kind, state, gun, enrol_until) VALUES ($1, $2, 'opening', $3, $4::timestamptz, $4::timestamptz + interval '12 seconds')`,
    [lineId, raceId, state, gun],
  );
  await sql().query(
    `INSERT INTO line_event (line_id, event_id, called_to, called, counts, free) VALUES ($1, $2, 0.4, $3, '{200,50,0,0,0,0,300,4,0}', $4)`,
    [lineId, eventId, called, free],
  );
  await sql().query('INSERT INTO line_wave (line_id, wave, passes) VALUES ($1, 0, $2)', [lineId, passes]);
  await sql().query('UPDATE line_tick SET rate = 2, rate_max = 5, at = clock_timestamp()');
  return { raceId, eventId, lineId, gun };
};

const order = (raceId: string, name: string, json: object, { dry = false, key = uuid7() } = {}) =>
  console.call('POST', `/races/${raceId}/commands/${name}`, {
    secret,
    json,
    headers: { 'idempotency-key': key },
    ...(dry && { query: { dry: 'true' } }),
  });
const shown = (raceId: string) => new PostgresLineDocuments(sql()).find(raceId);
const trace = (raceId: string) =>
  sql().query(`SELECT staff_id, detail FROM audit WHERE race_id = $1 AND action = 'line-steered' ORDER BY id`, [
    raceId,
  ]);

test('a director reads who is let in, holds the line, and everybody reads why; the word is in the audit once', async () => {
  const { raceId } = await openLine();
  const wish = { paused: true, reason: 'The bank is down.' };
  const dry = await order(raceId, 'setLine', wish, { dry: true });
  expect(dry).toMatchObject({ status: 200, body: { steeredLine: { isChanged: true, dryRun: true } } });
  expect(dry.body.steeredLine.says).toEqual([
    'The line stands still: nobody else is called until you let it go on. 600 people wait. 400 people were called before, and may still ask.',
    'Runners read: “The bank is down.”',
  ]);
  expect(await shown(raceId)).not.toHaveProperty('paused');
  expect(await trace(raceId)).toEqual([]);

  const key = uuid7();
  const done = await order(raceId, 'setLine', wish, { key });
  expect(done.body.steeredLine).toMatchObject({ paused: wish.reason, says: dry.body.steeredLine.says });
  expect((await order(raceId, 'setLine', wish, { key })).body).toEqual(done.body);
  expect((await order(raceId, 'setLine', wish)).body.steeredLine).toMatchObject({ isChanged: false });
  expect(await shown(raceId)).toMatchObject({ paused: { reason: wish.reason } });
  expect(await trace(raceId)).toMatchObject([
    { staff_id: staffId, detail: { from: { pace: 1 }, to: { held: wish.reason } } },
  ]);

  const on = await order(raceId, 'setLine', { paused: false, pace: 0.5 });
  expect(on.body.steeredLine.says).toEqual([
    'The line goes on.',
    'About 60 people are let in within the next minute. 600 people wait, for 100 spots that are free.',
  ]);
  expect(await shown(raceId)).not.toHaveProperty('paused');
  expect(await console.direct({ line: { raceId } })).toMatchObject({
    line: { pace: 0.5, rate: 2, rateMax: 5, events: [{ waiting: 600, called: 400, asked: 250, inVain: 4, free: 100 }] },
  });
});

test('the line is opened for everybody, once and for good', async () => {
  const { raceId } = await openLine();
  const dry = await console.direct({ openWide: { raceId }, dry: true });
  expect(dry).toMatchObject({
    steeredLine: {
      says: [
        'This race has no line: spots go to those who ask first.',
        'The line ends. 600 people who wait may ask at once, for 100 spots that are free.',
        'About 500 people will find nothing: spots go to the fastest. This cannot be undone.',
      ],
    },
  });
  expect(await shown(raceId)).toMatchObject({ state: 'calling' });
  expect(await console.direct({ openWide: { raceId } })).toMatchObject({ steeredLine: { state: 'open' } });
  expect(await shown(raceId)).toMatchObject({ state: 'open' });
  expect(await new PostgresLineRegister(sql()).beginSurge(raceId, [])).toBe(false);
  expect(await order(raceId, 'setLine', { pace: 0.5 })).toMatchObject({
    status: 409,
    body: { type: '/problems/line-over', reason: 'line-over' },
  });
  await sql().query(`UPDATE line SET state = 'over', over_at = now() WHERE race_id = $1`, [raceId]);
  expect((await order(raceId, 'openWide', {})).status).toBe(409);
  const { raceId: without } = await makeRace(sql(), { spots: 1, opensIn: 600_000 });
  expect(await order(without, 'openWide', {})).toMatchObject({ status: 409, body: { reason: 'no-line' } });
  expect((await order(without, 'setLine', { mode: 'always' })).body.steeredLine).toMatchObject({
    mode: 'always',
    says: ['A line of this race always draws turns.'],
  });
});

test('a line that was opened before its gun does not come back, and a director who thinks better of it is told so', async () => {
  const { raceId } = await openLine({ state: 'lobby', gunIn: 1_800_000 });
  await order(raceId, 'openWide', {});
  const again = await order(raceId, 'setLine', { mode: 'always' });
  expect(again.body.steeredLine.says).toEqual([
    'A line of this race always draws turns.',
    expect.stringMatching(/^The line of \d\d:\d\d:\d\d was ended, and does not come back\.$/),
  ]);
  expect((await order(raceId, 'setLine', { mode: 'never' })).body.steeredLine.says).toHaveLength(1);
});

test('a director begins a line in the middle of a sale, also where one has opened, and the word is in the audit once', async () => {
  const { raceId, eventId, lineId } = await openLine({ state: 'open' });
  const wish = { mode: 'always' };
  const dry = await order(raceId, 'setLine', wish, { dry: true });
  expect(dry).toMatchObject({ status: 200, body: { steeredLine: { isChanged: true, dryRun: true } } });
  expect(dry.body.steeredLine.says).toEqual([
    'A line begins now. Whoever wants a spot from now on gets a place in it, in order of arrival, and nothing is drawn.',
    'About 300 people are let in within a minute, and no more than there are free spots.',
    'Whoever holds a spot, pays, or was offered a spot goes on as if there were no line.',
    'It ends by itself when nobody waits any more.',
    'Later lines of this race always draw turns.',
  ]);
  expect((await shown(raceId))?.lineId).toBe(lineId);
  const done = await order(raceId, 'setLine', wish);
  expect(done.body.steeredLine.says).toEqual(dry.body.steeredLine.says);
  const line = await shown(raceId);
  expect(line).toMatchObject({ kind: 'surge', state: 'calling', events: [{ eventId, calledTo: 0 }] });
  expect(line?.lineId).not.toBe(lineId);
  expect(Math.abs(Date.parse(line?.gun ?? '') - Date.now())).toBeLessThan(20_000);
  expect((await order(raceId, 'setLine', wish)).body.steeredLine).toMatchObject({ isChanged: false });
  expect(await trace(raceId)).toHaveLength(1);
  expect(await sql().query('SELECT state FROM line WHERE id = $1', [lineId])).toEqual([{ state: 'over' }]);
  // It ends as every line does, and then another one may begin.
  await order(raceId, 'openWide', {});
  await order(raceId, 'setLine', wish);
  expect(await sql().query('SELECT count(*)::int AS n FROM line WHERE race_id = $1', [raceId])).toEqual([{ n: 3 }]);
});

test('a line that a director begins is held, or slow, as the same word says', async () => {
  const pace = await openLine({ state: 'open' });
  const slow = await order(pace.raceId, 'setLine', { mode: 'always', pace: 0.1 });
  expect(slow.body.steeredLine.says).toContain(
    'About 30 people are let in within a minute, and no more than there are free spots.',
  );
  expect(await console.direct({ line: { raceId: pace.raceId } })).toMatchObject({ line: { pace: 0.1 } });
  const held = await openLine({ state: 'open' });
  const reason = 'The bank is down.';
  await sql().query(`UPDATE race SET line_mode = 'never' WHERE id = $1`, [held.raceId]);
  const still = await order(held.raceId, 'setLine', { mode: 'always', paused: true, reason });
  expect(still.body.steeredLine.says).toEqual(
    expect.arrayContaining([
      'It stands still: nobody is called until you let it go on.',
      'Runners read: “The bank is down.”',
      'Later lines of this race always draw turns.',
    ]),
  );
  expect(await shown(held.raceId)).toMatchObject({ kind: 'surge', paused: { reason } });
});

test('no line begins before the sale, or after it', async () => {
  for (const [opensIn, closesIn] of [
    [600_000, 1_200_000],
    [-1_200_000, -600_000],
  ] as const) {
    const { raceId } = await makeRace(sql(), { spots: 1, opensIn, closesIn });
    expect((await order(raceId, 'setLine', { mode: 'always' })).body.steeredLine).toMatchObject({ mode: 'always' });
    expect(await shown(raceId)).toBeUndefined();
  }
});

test('before the gun, opening means that the race has no line', async () => {
  const { raceId } = await openLine({ state: 'lobby', gunIn: 600_000, passes: 80 });
  const opened = await order(raceId, 'openWide', {});
  expect(opened.body.steeredLine).toMatchObject({ mode: 'never', state: 'open' });
  expect(opened.body.steeredLine.says.join(' ')).toMatch(
    /This race has no line.*At \d\d:\d\d:\d\d everybody may ask at once: 80 people so far, for 100 spots.*room for everybody/,
  );
  const [race] = await sql().query('SELECT line_mode FROM race WHERE id = $1', [raceId]);
  expect(race).toEqual({ line_mode: 'never' });
});

test('the draw is postponed until its list is closed, also when that happens in the same moment', async () => {
  const { raceId, lineId, gun } = await openLine({ state: 'closing', gunIn: -5_000 });
  const orders = new PostgresLineOrders(sql(), async () => []);
  await order(raceId, 'postponeDraw', { minutes: 10 });
  const [line] = await sql().query<{ enrol_until: Date }>('SELECT enrol_until FROM line WHERE id = $1', [lineId]);
  expect(line?.enrol_until).toEqual(new Date(gun.getTime() + 600_000));
  expect(await order(raceId, 'postponeDraw', { minutes: 16 })).toMatchObject({ status: 422 });

  // The word waits for the one who closes the list, and then finds it closed.
  let word: Promise<unknown> = Promise.resolve();
  await sql().transaction(async (closing) => {
    await closing.query('SELECT FROM line WHERE id = $1 FOR UPDATE', [lineId]);
    word = orders.carryOut(raceId, { kind: 'postpone', minutes: 15 }, false);
    await untilOneWaits(sql());
    await closing.query(`UPDATE line SET root = $2, closed_at = now(), state = 'drawing' WHERE id = $1`, [
      lineId,
      Buffer.alloc(32),
    ]);
  });
  expect(await word).toEqual({ kind: 'list-closed' });
  const [after] = await sql().query<{ enrol_until: Date }>('SELECT enrol_until FROM line WHERE id = $1', [lineId]);
  expect(after).toEqual(line);
});

test.each([
  [{}, /must say at least one of mode, pace and paused/],
  [{ paused: true }, /must be said where paused is true/],
  [{ pace: 0.5, reason: 'Why' }, /must be said where paused is true/],
  [{ pace: 0.05 }, /at least 0\.1/],
  [{ pace: 1.5 }, /at most 1/],
  [{ paused: true, reason: 'x'.repeat(201) }, /200/],
  [{ mode: 'sometimes' }, /auto/],
])('%j is refused, and says what is expected', async (wish, sentence) => {
  const answer = await console.direct({ setLine: { raceId: 'a-race', ...wish } });
  expect(answer).toMatchObject({ refused: { reason: 'not-as-expected' } });
  expect(JSON.stringify(answer)).toMatch(sentence);
});

test('an opening is looked at together with its line', async () => {
  const { raceId } = await openLine();
  const live = await console.call('GET', `/races/${raceId}/live`, { secret });
  expect(live).toMatchObject({
    status: 200,
    body: { line: { state: 'calling', passes: { draw: 1000, later: 0, late: 0 }, events: [{ waiting: 600 }] } },
  });
  const { raceId: without } = await makeRace(sql(), { spots: 1 });
  expect((await console.call('GET', `/races/${without}/live`, { secret })).body).not.toHaveProperty('line');
});
