import { confirmed, remembering } from '../../../lambdas/line/calling/cached-lines';
import { type BlockOut, openBlocksOut } from '../../../lambdas/line/calling/coming-back';
import { MemcachedLineCounts } from '../../../lambdas/line/calling/memcached-line-counts';
import { MemcachedShownCalls } from '../../../lambdas/line/calling/memcached-shown-calls';
import { counterOf, type LineWork } from '../../../lambdas/line/calling/ports';
import { PostgresLineDocuments } from '../../../lambdas/line/calling/postgres-line-documents';
import { PostgresTicks } from '../../../lambdas/line/calling/postgres-ticks';
import { tick } from '../../../lambdas/line/calling/tick';
import { issuedKey, MemcachedPassMemory } from '../../../lambdas/line/pass/memcached-pass-memory';
import type { LineState } from '../../../lambdas/line/ports';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { counterKey } from '../../../lambdas/spots/blocks/block';
import { makeRace } from '../../support/races/race';
import { openStores } from '../../support/stores';
import { enter } from '../../watch/books';

const stores = openStores();
const sql = () => stores.database.postgres;
const seed = Buffer.alloc(32, 1);

const openLine = async ({ spots = 100, state = 'calling' as LineState, passes = 1000, gunIn = -60_000 } = {}) => {
  const { raceId, eventId } = await makeRace(sql(), { spots, opensIn: gunIn });
  const lineId = uuid7();
  const gun = new Date(Date.now() + gunIn);
  const isDrawn = state === 'calling';
  await sql().query(
    `INSERT INTO line (id, race_id, kind, state, gun, enrol_until, at_gun, root, closed_at, seed, secret)
     VALUES ($1, $2, 'opening', $3, $4, $4, $5, $6, $7, $6, $6)`,
    [lineId, raceId, state, gun, isDrawn ? 'draw' : null, isDrawn ? seed : null, isDrawn ? gun : null],
  );
  await sql().query('INSERT INTO line_event (line_id, event_id) VALUES ($1, $2)', [lineId, eventId]);
  await sql().query('INSERT INTO line_wave (line_id, wave, passes) VALUES ($1, 0, $2)', [lineId, passes]);
  await stores.memcached.count(issuedKey(lineId), passes, 60);
  return { raceId, eventId, lineId };
};

// One line at a time: a tick steps all of them.
afterEach(() => sql().query("UPDATE line SET state = 'over', over_at = now()"));

const counts = () => new MemcachedLineCounts(stores.memcached);
const thrown = (error: unknown) => {
  throw error;
};
let lag = 0;
const works: LineWork[] = [];
const changed: string[] = [];
const step = tick({
  ticks: { tick: (decide) => new PostgresTicks(sql()).tick(decide) },
  counts: {
    read: (...of) => counts().read(...of),
    enrolment: (...of) => counts().enrolment(...of),
    endEnrolment: (...of) => counts().endEnrolment(...of),
    resumeEnrolment: (...of) => counts().resumeEnrolment(...of),
    undealt: (...of) => counts().undealt(...of),
    whereLeft: (...of) => counts().whereLeft(...of),
  },
  lag: async () => lag,
  rateMax: 30,
  order: async (work) => void works.push(work),
  changed: async (raceId) => void changed.push(raceId),
  report: thrown,
});
/** Ticks that are so many seconds apart: the last one is put back by that much. */
const ticks = async (times: number, secondsApart = 1) => {
  for (let n = 0; n < times; n++) {
    await sql().query(`UPDATE line_tick SET at = clock_timestamp() - make_interval(secs => $1)`, [secondsApart]);
    await step();
  }
};
const shown = async (raceId: string) => {
  const line = await new PostgresLineDocuments(sql()).find(raceId);
  if (!line) throw new Error('there is a line');
  const [event] = line.events;
  if (!event) throw new Error('it has an event');
  return { line, event };
};

test('people are called until as many are on their way as spots are free, and somebody called stays called', async () => {
  const { raceId } = await openLine();
  await ticks(1);
  const first = (await shown(raceId)).event;
  expect(first).toMatchObject({ free: 100 });
  expect(first.calledTo).toBeGreaterThan(0);
  await ticks(8);
  const { event } = await shown(raceId);
  // A pass is believed to ask for 1.25 spots: 80 passes of 1000.
  expect(event.calledTo).toBeCloseTo(0.08, 3);
  await ticks(2);
  expect((await shown(raceId)).event.calledTo).toBeGreaterThanOrEqual(event.calledTo);
});

test('while the writer is behind, the line calls more slowly', async () => {
  const called = async () => {
    const { raceId } = await openLine({ spots: 10_000, passes: 100_000 });
    await ticks(5);
    const { calledTo } = (await shown(raceId)).event;
    await sql().query("UPDATE line SET state = 'over', over_at = now()");
    return calledTo;
  };
  const before = await called();
  lag = 6;
  expect(await called()).toBeLessThan(before / 2);
  lag = 0;
});

test('every call is kept, with its instant', async () => {
  const { lineId } = await openLine();
  await ticks(3);
  const calls = await sql().query<{ called_to: number }>(
    'SELECT called_to FROM line_call WHERE line_id = $1 ORDER BY at',
    [lineId],
  );
  expect(calls).toHaveLength(3);
  expect(calls.map((call) => call.called_to)).toEqual([...calls.map((call) => call.called_to)].sort((a, b) => a - b));
});

test('a cache that is emptied forgets nobody who asked', async () => {
  const { raceId, lineId, eventId } = await openLine();
  const ask = () => counts().add(lineId, eventId, 0, 1);
  for (let n = 0; n < 3; n++) await ask();
  await counts().add(lineId, eventId, counterOf.seats, 3);
  await ticks(1);
  for (let n = 0; n < 9; n++) await stores.memcached.delete(`line-count:${lineId}:${eventId}:${n}`);
  await ask();
  await ticks(1);
  const [row] = await sql().query<{ counts: readonly string[] }>('SELECT counts FROM line_event WHERE line_id = $1', [
    lineId,
  ]);
  expect(row?.counts.map(Number).slice(0, 1)).toEqual([4]);
  expect((await shown(raceId)).event.calledTo).toBeGreaterThan(0);
});

test('a tick knows of each block what may come back, and when', async () => {
  const race = await openLine();
  const { eventId } = race;
  const cut = async (from: number, { endsIn = 600, dealt = 10, paid = 0, held = 600, owner = '' } = {}) => {
    const [id, numbers] = [uuid7(), Array.from({ length: 10 }, (_, n) => from + n)];
    await sql().query(
      `INSERT INTO block (id, event_id, owner, numbers, deal_until, closes_at, hold_seconds)
       VALUES ($1, $2, nullif($3, ''), $4, now() + make_interval(secs => $5::float8 - $6), now() + make_interval(secs => $5), 600)`,
      [id, eventId, owner, numbers, endsIn, held],
    );
    await sql().query('UPDATE spot SET block = $1 WHERE event_id = $2 AND number = ANY ($3)', [id, eventId, numbers]);
    if (dealt > 0) await stores.memcached.set(counterKey(id), String(dealt), 60);
    for (const number of numbers.slice(0, paid)) await enter(sql(), race, number, { block: id });
    return id;
  };
  const current = await cut(1, { endsIn: 1000, dealt: 7, paid: 2 });
  await sql().query('UPDATE event SET current_block = $2 WHERE id = $1', [eventId, current]);
  await cut(11, { endsIn: 500, paid: 4 });
  await cut(21, { endsIn: 400, paid: 10 });
  await cut(31, { endsIn: 300, dealt: 0, paid: 3 });
  await cut(41, { endsIn: 200, owner: 'ada' });
  await cut(51, { endsIn: 100, dealt: 6, paid: 1 });
  // For a group of ten, which holds them from the beginning.
  await cut(61, { endsIn: 630, held: 630, dealt: 0 });
  const blocksOut = openBlocksOut(counts());
  const out = async () => {
    let found: readonly BlockOut[] = [];
    await sql().query("UPDATE line_tick SET at = 'epoch'");
    await new PostgresTicks(sql()).tick(async ({ now, lines, openBlocks, rate }) => {
      found = (await blocksOut(lines, now, openBlocks)).get(eventId) ?? [];
      found = found.map((block) => ({ ...block, endsAt: Math.round((block.endsAt - now / 1000) / 100) * 100 }));
      return { rate, rateMax: 30, lines: [] };
    });
    return found.toSorted((a, b) => a.endsAt - b.endsAt);
  };
  const known = [
    { endsAt: 100, size: 10, left: 9, undealt: 4, isLost: false },
    { endsAt: 300, size: 10, left: 7, undealt: 0, isLost: true },
    { endsAt: 500, size: 10, left: 6, undealt: 0, isLost: false },
    { endsAt: 600, size: 10, left: 10, undealt: 0, isLost: false },
    { endsAt: 1000, size: 10, left: 5, undealt: 0, isLost: false },
  ];
  expect(await out()).toEqual(known);
  await sql().query('UPDATE block SET closed = true WHERE event_id = $1', [eventId]);
  expect(await out()).toEqual(known);
});

test('of two ticks at once one steps, and no tick waits for another', async () => {
  await openLine();
  await sql().query("UPDATE line_tick SET at = 'epoch'");
  const ticked = new PostgresTicks(sql());
  const nothing = { rate: undefined, rateMax: 30, lines: [] };
  let second: boolean | undefined;
  const first = await ticked.tick(async () => {
    second = await ticked.tick(async () => nothing);
    return nothing;
  });
  expect([first, second]).toEqual([true, false]);
  expect(await ticked.tick(async () => nothing)).toBe(false);
});

test('whatever a tick decides, who was called stays called', async () => {
  const { raceId, lineId, eventId } = await openLine();
  const calledTo = async (to: number) => {
    await sql().query("UPDATE line_tick SET at = 'epoch'");
    await new PostgresTicks(sql()).tick(async ({ rate, lines }) => {
      const [line] = lines;
      const [event] = line?.events ?? [];
      if (!line || !event) throw new Error('there is a line');
      const moved = { calledTo: to, called: 1000 * to, isMoved: true, free: 0, curve: [] };
      const events = [{ eventId, counts: [], seen: [], history: event.history, ...moved }];
      return {
        rate,
        rateMax: 30,
        lines: [{ id: lineId, from: line.state, state: line.state, atGun: 'draw', passes: 1000, events }],
      };
    });
    return (await shown(raceId)).event.calledTo;
  };
  expect([await calledTo(0.5), await calledTo(0.25), await calledTo(0.75)]).toEqual([0.5, 0.5, 0.75]);
});

test('a director who opens the line between two looks of a tick is not overruled', async () => {
  const { lineId } = await openLine({ state: 'lobby', gunIn: -1_000 });
  await sql().query("UPDATE line SET at_gun = 'draw' WHERE id = $1", [lineId]);
  await sql().query("UPDATE line_tick SET at = 'epoch'");
  await new PostgresTicks(sql()).tick(async ({ rate, lines }) => {
    await sql().query("UPDATE line SET state = 'open' WHERE id = $1", [lineId]);
    const steps = lines.map(({ id, state, passes }) => ({
      id,
      from: state,
      state: 'closing' as const,
      atGun: 'draw' as const,
      passes,
      events: [],
    }));
    return { rate, rateMax: 30, lines: steps };
  });
  expect(await sql().query('SELECT state FROM line WHERE id = $1', [lineId])).toEqual([{ state: 'open' }]);
});

test('a race where everybody fits opens at its gun, and its caches hear of it', async () => {
  const { raceId } = await openLine({ state: 'lobby', gunIn: -10, passes: 20 });
  changed.length = 0;
  await ticks(1);
  expect((await shown(raceId)).line).toMatchObject({ state: 'open', atGun: 'open' });
  expect(changed).toEqual([raceId]);
});

test('where more came than there are spots the list is closed, and the draw is ordered', async () => {
  const { raceId, lineId } = await openLine({ state: 'lobby', gunIn: -60_000, passes: 200 });
  works.length = 0;
  await ticks(3, 3);
  expect((await shown(raceId)).line).toMatchObject({ state: 'closing', atGun: 'draw' });
  expect(works).toEqual([{ kind: 'close', lineId }]);
});

test('passes behind the draw make no line where everybody fits, and hold up no list', async () => {
  const { raceId, lineId } = await openLine({ state: 'lobby', gunIn: 4_000, passes: 20 });
  const flood = (passes: number) =>
    sql().query(
      `INSERT INTO line_wave (line_id, wave, passes) VALUES ($1, 1, $2)
       ON CONFLICT (line_id, wave) DO UPDATE SET passes = line_wave.passes + EXCLUDED.passes`,
      [lineId, passes],
    );
  await flood(5_000);
  await ticks(1);
  expect((await shown(raceId)).line).toMatchObject({ atGun: 'open', passes: 5_020 });

  await sql().query(
    `UPDATE line SET state = 'closing', at_gun = 'draw', gun = now() - interval '20 seconds',
       enrol_until = now() - interval '8 seconds' WHERE id = $1`,
    [lineId],
  );
  await ticks(1);
  works.length = 0;
  await flood(5_000);
  await ticks(1, 3);
  expect(works).toEqual([{ kind: 'close', lineId }]);
});

test('a list is not closed while passes are on their way to it', async () => {
  const { raceId, lineId } = await openLine({ state: 'closing', gunIn: -20_000, passes: 1 });
  const memory = new MemcachedPassMemory(stores.memcached);
  await memory.issued(lineId);
  works.length = 0;
  await ticks(2, 3);
  expect([works, await memory.isEnrolmentOver(lineId)]).toEqual([[], false]);
  await sql().query('UPDATE line_wave SET passes = 2 WHERE line_id = $1', [lineId]);
  // The tick that sees many enrol waits for the next one, which ends the enrolment.
  await ticks(2, 3);
  expect([works, await memory.isEnrolmentOver(lineId)]).toEqual([[], true]);
  await ticks(1, 3);
  expect(works).toEqual([{ kind: 'close', lineId }]);
  expect((await shown(raceId)).line.state).toBe('closing');
});

test('while no cache answers, people are called by what the database knows', async () => {
  const { raceId } = await openLine();
  await sql().query(`UPDATE line_tick SET at = clock_timestamp() - make_interval(secs => 1)`);
  const away = async (): Promise<never> => {
    throw new Error('the cache is away');
  };
  await tick({
    ticks: new PostgresTicks(sql()),
    counts: new MemcachedLineCounts({ get: away, count: away, add: away, decrement: away, delete: away }),
    lag: away,
    rateMax: 30,
    order: async () => undefined,
    changed: async () => undefined,
    report: (error) => {
      throw error;
    },
  })();
  expect((await shown(raceId)).event.calledTo).toBeGreaterThan(0);
});

test('a line that nobody steps forward is as none after five minutes, unless a director holds it', async () => {
  const { raceId, lineId } = await openLine({ gunIn: -3_600_000 });
  const stateAfter = async (minutes: number) => {
    await sql().query(`UPDATE line_tick SET at = clock_timestamp() - make_interval(mins => $1)`, [minutes]);
    return (await shown(raceId)).line.state;
  };
  expect([await stateAfter(4), await stateAfter(6)]).toEqual(['calling', 'open']);
  await sql().query("UPDATE line SET paused_reason = 'Wait.' WHERE id = $1", [lineId]);
  expect(await stateAfter(6)).toBe('calling');
  // The first tick of a line comes with the first look at it.
  await sql().query('UPDATE line SET paused_reason = NULL, gun = clock_timestamp() WHERE id = $1', [lineId]);
  expect(await stateAfter(6)).toBe('calling');
  await sql().query("UPDATE line SET gun = clock_timestamp() - interval '1 hour' WHERE id = $1", [lineId]);
  await ticks(1);
  expect((await shown(raceId)).line.state).toBe('calling');
  // Also one that never came out of its lobby. Before the gun it stays as it is.
  await sql().query("UPDATE line SET state = 'lobby', at_gun = 'draw' WHERE id = $1", [lineId]);
  expect(await stateAfter(6)).toBe('open');
  await sql().query("UPDATE line SET gun = clock_timestamp() + interval '1 minute' WHERE id = $1", [lineId]);
  expect(await stateAfter(6)).toBe('lobby');
});

test('a line whose database had a clock that was ahead goes on as soon as that is right', async () => {
  const { raceId } = await openLine();
  await sql().query("UPDATE line_tick SET at = clock_timestamp() + interval '1 hour'");
  await step();
  const [last] = await sql().query<{ ahead: boolean }>('SELECT at > clock_timestamp() AS ahead FROM line_tick');
  expect(last).toEqual({ ahead: false });
  await ticks(1);
  expect((await shown(raceId)).event.calledTo).toBeGreaterThan(0);
});

test('a line that a director paused, and one whose event is not on sale, calls nobody', async () => {
  const { raceId, lineId, eventId } = await openLine();
  await sql().query("UPDATE line SET paused_reason = 'The payment stands still.' WHERE id = $1", [lineId]);
  await ticks(2);
  expect(await shown(raceId)).toMatchObject({
    line: { paused: { reason: 'The payment stands still.' } },
    event: { calledTo: 0, curve: [] },
  });
  await sql().query('UPDATE line SET paused_reason = NULL WHERE id = $1', [lineId]);
  await sql().query("UPDATE event SET sale = 'paused' WHERE id = $1", [eventId]);
  await ticks(2);
  expect((await shown(raceId)).event.calledTo).toBe(0);
});

const addEvent = async ({ raceId, lineId }: { raceId: string; lineId: string }) => {
  const eventId = uuid7();
  await sql().query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 2, 'Half', 21097, 100, 101)`,
    [eventId, raceId],
  );
  await sql().query('INSERT INTO spot (event_id, number) SELECT $1, n FROM generate_series(1, 100) n', [eventId]);
  await sql().query('INSERT INTO line_event (line_id, event_id) VALUES ($1, $2)', [lineId, eventId]);
  return eventId;
};
const hide = async (raceId: string, revision: number, events: readonly string[]) => {
  await sql().query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, $2, $3, '{}', 'h')`,
    [raceId, revision, JSON.stringify({ rules: events.length > 0 ? [{ events, accessCode: true }] : [] })],
  );
  await sql().query('UPDATE race SET form_revision = $2 WHERE id = $1', [raceId, revision]);
};

test.each([
  ['that is hidden', (raceId: string, eventId: string) => hide(raceId, 1, [eventId])],
  [
    'that is closed',
    (_: string, eventId: string) => sql().query("UPDATE event SET sale = 'closed' WHERE id = $1", [eventId]),
  ],
])('an event %s while people wait takes nothing of the rate, and keeps no line from opening', async (_, leaveOut) => {
  const anew = () => sql().query('UPDATE line_tick SET rate = NULL');
  const race = await openLine({ passes: 50 });
  await anew();
  await ticks(1);
  const alone = await shown(race.raceId);
  await sql().query("UPDATE line SET state = 'over', over_at = now()");
  const both = await openLine({ passes: 50 });
  const other = await addEvent(both);
  await leaveOut(both.raceId, other);
  await anew();
  await ticks(1);
  const first = (await shown(both.raceId)).line.events.find(({ eventId }) => eventId === both.eventId);
  // With another event it would be half of that. Two ticks are not exactly as far apart.
  expect(first?.calledTo).toBeCloseTo(alone.event.calledTo, 1);
  expect(first?.curve[0]?.[2]).toBeCloseTo(alone.event.curve[0]?.[2] ?? 0, 1);
  const left = await sql().query('SELECT called_to, free, curve FROM line_event WHERE event_id = $1', [other]);
  expect(left).toEqual([{ called_to: 0, free: 0, curve: [] }]);
  await sql().query("UPDATE line SET gun = gun - interval '1 hour'");
  await ticks(12, 5);
  expect((await shown(both.raceId)).line.state).toBe('open');
});

test('an event that is hidden is in no document, and is called further when it is shown again', async () => {
  const race = await openLine();
  const other = await addEvent(race);
  await ticks(1);
  const events = async () => (await shown(race.raceId)).line.events.map(({ eventId, calledTo }) => [eventId, calledTo]);
  const calledTo = async (of: string) => Number((await events()).find(([eventId]) => eventId === of)?.[1]);
  const before = await calledTo(other);
  expect(before).toBeGreaterThan(0);
  await hide(race.raceId, 1, [other]);
  await ticks(3);
  expect((await events()).map(([eventId]) => eventId)).toEqual([race.eventId]);
  await hide(race.raceId, 2, []);
  expect(await calledTo(other)).toBe(before);
  await ticks(1);
  expect(await calledTo(other)).toBeGreaterThan(before);
});

test('the spots of an event that is paused make no line where everybody fits', async () => {
  const race = await openLine({ state: 'lobby', gunIn: 4_000, passes: 80 });
  const other = await addEvent(race);
  await sql().query("UPDATE event SET sale = 'paused' WHERE id = $1", [other]);
  await ticks(1);
  expect((await shown(race.raceId)).line.atGun).toBe('draw');
  await sql().query("UPDATE event SET sale = 'on' WHERE id = $1", [other]);
  await sql().query('UPDATE line SET at_gun = NULL');
  await ticks(1);
  expect((await shown(race.raceId)).line.atGun).toBe('open');
});

test('nobody reads the secret of a draw before its seed is there', async () => {
  const { raceId, lineId } = await openLine();
  expect((await shown(raceId)).line.secret).toBe(seed.toString('hex'));
  await sql().query("UPDATE line SET seed = NULL, state = 'drawing' WHERE id = $1", [lineId]);
  expect((await shown(raceId)).line).not.toHaveProperty('secret');
});

/** Runs the work beside a standby that stays where it is now: a snapshot of the database, with the clock of now. */
const behind = (work: (standby: PostgresLineDocuments) => Promise<void>) =>
  sql().transaction(async (snapshot) => {
    await snapshot.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await snapshot.query('SELECT FROM line');
    await work(new PostgresLineDocuments(snapshot));
  });

test('a standby that is minutes behind opens no line: where it would let everybody in, the primary is asked', async () => {
  const primary = () => new PostgresLineDocuments(sql());
  // It has not seen a tick for six minutes.
  const { raceId } = await openLine({ gunIn: -600_000 });
  await sql().query("UPDATE line_tick SET at = clock_timestamp() - interval '6 minutes'");
  await behind(async (standby) => {
    await sql().query('UPDATE line_tick SET at = clock_timestamp()');
    expect(await standby.find(raceId)).toMatchObject({ state: 'open' });
    expect(await confirmed(standby, primary()).find(raceId)).toMatchObject({ state: 'calling' });
  });
  // Nor what was decided for the gun, nor that a line began.
  const soon = await openLine({ state: 'lobby', gunIn: 4_000 });
  await behind(async (standby) => {
    await sql().query("UPDATE line SET at_gun = 'draw' WHERE id = $1", [soon.lineId]);
    const begun = await openLine();
    const lines = confirmed(standby, primary());
    expect(await standby.find(begun.raceId)).toBeUndefined();
    expect(await lines.find(begun.raceId)).toMatchObject({ state: 'calling' });
    expect(await lines.find(soon.raceId)).toMatchObject({ atGun: 'draw' });
  });
});

test('while people wait, or will, the primary is not asked: an older number lets in fewer', async () => {
  const nobody = {
    find: async () => {
      throw new Error('asked in vain');
    },
  };
  const lines = confirmed(new PostgresLineDocuments(sql()), nobody);
  const [calling, lobby] = [await openLine(), await openLine({ state: 'lobby', gunIn: 60_000 })];
  expect(await lines.find(calling.raceId)).toMatchObject({ state: 'calling' });
  expect(await lines.find(lobby.raceId)).toMatchObject({ state: 'lobby' });
  // When it cannot be asked, nothing is known, and nobody is let in for that.
  await expect(lines.find('no-such-race')).rejects.toThrow('asked in vain');
});

test('what people are shown of a line is known before they see it, also when nobody can keep it', async () => {
  const { raceId, lineId, eventId } = await openLine();
  await ticks(2);
  const calls = new MemcachedShownCalls(stores.memcached);
  expect(await calls.find(lineId)).toBeUndefined();
  const primary = new PostgresLineDocuments(sql());
  const line = await remembering(primary, (...of) => calls.keep(...of), thrown).find(raceId);
  const calledTo = line?.events[0]?.calledTo ?? 0;
  expect(calledTo).toBeGreaterThan(0);
  expect(await calls.find(lineId)).toEqual({ seed: seed.toString('hex'), calledTo: { [eventId]: calledTo } });
  const away = () => Promise.reject(new Error('no cache'));
  const reported: unknown[] = [];
  const again = remembering(primary, away, (error) => void reported.push(error));
  expect(await again.find(raceId)).toMatchObject({ lineId });
  expect(reported).toHaveLength(1);
  await stores.memcached.set(`line-shown:${lineId}`, '{"calledTo":', 60);
  expect(await calls.find(lineId)).toBeUndefined();
});
