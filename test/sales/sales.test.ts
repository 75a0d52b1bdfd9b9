import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { uuid7 } from '../../lambdas/platform/uuid';
import { countSpotsOf } from '../../lambdas/sales/postgres-spots';
import { counterKey, graceAfter } from '../../lambdas/spots/blocks/block';
import { differences } from '../../lambdas/watch/differences';
import { PostgresVerdicts } from '../../lambdas/watch/postgres-verdicts';
import { openConsole } from '../staff/console-world';
import { patientMemcached } from '../support/memcached';
import { type PaidGroup, paidGroup } from '../support/races/paid-group';

const console = openConsole();
let group: PaidGroup;
let secret = '';
let memcached: Memcached;
/** Of spots 4, 5 and 6. */
const open = uuid7();

/**
 * A race of twelve spots: three registered for €45 each, of whom one gave the spot back, three in an open block, one offered
 * to somebody who waits, and five that nobody has.
 */
beforeAll(async () => {
  const { postgres } = console;
  group = await paidGroup(postgres, 3);
  const { raceId, eventId } = group.race;
  const offer = uuid7();
  memcached = patientMemcached(console.memcachedUrl);
  await postgres.query('INSERT INTO spot (event_id, number) SELECT $1, n FROM generate_series(4, 12) n', [eventId]);
  await postgres.query('UPDATE event SET capacity = 12, next_number = 13 WHERE id = $1', [eventId]);
  for (const [id, numbers, owner] of [
    [open, [4, 5, 6], null],
    [offer, [7], 'ada'],
  ] as const) {
    await postgres.query(
      `INSERT INTO block (id, event_id, owner, numbers, deal_until, closes_at)
       VALUES ($1, $2, $3, $4, now() + interval '1 minute', now() + interval '1 hour')`,
      [id, eventId, owner, numbers],
    );
    await postgres.query('UPDATE spot SET block = $1 WHERE event_id = $2 AND number = ANY ($3)', [
      id,
      eventId,
      numbers,
    ]);
  }
  const [, , third = ''] = group.ids;
  await postgres.query(
    `UPDATE registration SET live = false, ended = 'cancelled', spot = NULL, block = NULL, refund = 3600 WHERE id = $1`,
    [third],
  );
  await postgres.query('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = 3', [eventId]);
  await postgres.query(
    `UPDATE payment SET state = 'refunded', wanted = 'refund', refund = 3600, refunded = 3600 WHERE registration_id = $1`,
    [group.lead],
  );
  for (const [person, size, confirmed] of [
    ['bea', 1, true],
    ['cid', 1, true],
    ['dan', 4, true],
    ['eve', 1, false],
  ] as const)
    await postgres.query(
      `INSERT INTO waiting (id, event_id, person, runner, rank, size, state, confirmed_at)
       VALUES ($1, $2, $3, '{}', 1, $4, 'waiting', CASE WHEN $5 THEN now() END)`,
      [uuid7(), eventId, person, size, confirmed],
    );
  ({ secret } = await console.signedIn([{ role: 'viewer', raceId }], { level: 'link' }));
  await memcached.set(counterKey(open), '3', 60);
});
afterAll(() => memcached?.close());

const read = (end: string, query?: Record<string, string>) =>
  console.call('GET', `/races/${group.race.raceId}${end}`, { secret, ...(query && { query }) });

test('a viewer sees what is sold, held, free and waited for, what was paid, and when people came', async () => {
  const { status, body } = await read('/sales');
  expect(status).toBe(200);
  expect(body.events).toEqual([
    {
      eventId: group.race.eventId,
      kind: 'run',
      sale: 'on',
      phase: 'open',
      capacity: 12,
      registered: 2,
      held: 3,
      comingBack: 0,
      offered: 1,
      free: 6,
      cancelled: 1,
      waiting: [
        { size: 1, places: 2 },
        { size: 4, places: 1 },
      ],
    },
  ]);
  expect(body.sources).toEqual({ sale: 2, list: 0, passedOn: 0 });
  expect(body.money).toEqual({ reserved: 0, gross: 13_500, refunded: 3600 });
  expect(body.lastHour).toBe(2);
  expect(body.series.grain).toBe('minute');
  const { eventId } = group.race;
  const came = body.series.points.map(({ stands, gone }: { stands: Record<string, number>; gone: number }) => [
    stands[eventId],
    gone,
  ]);
  expect(came).toEqual([[2, 1]]);
  expect(body.series.before).toEqual({});
});

describe('spots of an open block that nobody has registered', () => {
  const found = async (from: Pick<Memcached, 'get'> = memcached) => {
    const [{ free, held, comingBack } = { free: 0, held: 0, comingBack: 0 }] = await countSpotsOf(
      console.postgres,
      from,
      group.race.raceId,
    );
    // Six are in no block.
    return { free: free - 6, held, comingBack };
  };
  const dealt = (until: string, grace: number) =>
    console.postgres.query(
      `UPDATE block SET deal_until = ${until}, closes_at = ${until} + make_interval(secs => hold_seconds + $2) WHERE id = $1`,
      [open, grace],
    );
  const counted = (to: number) => memcached.set(counterKey(open), String(to), 60);
  const [soon, before] = [`now() + interval '1 minute'`, `now() - interval '1 minute'`];

  test('are held up to where they are dealt, and the others are free', async () => {
    await counted(1);
    await dealt(soon, 300);
    expect(await found()).toEqual({ free: 2, held: 1, comingBack: 0 });
  });

  test('come back when they were not dealt in time', async () => {
    await dealt(before, 300);
    expect(await found()).toEqual({ free: 0, held: 1, comingBack: 2 });
  });

  test.each([soon, before])(
    'come back when a restarted cache has forgotten how far they were dealt: %s',
    async (until) => {
      await memcached.delete(counterKey(open));
      await dealt(until, 300);
      expect(await found()).toEqual({ free: 0, held: 0, comingBack: 3 });
    },
  );

  test('are held when they were cut for one group, which has no counter, or when the cache does not answer', async () => {
    const silent = { get: async () => Promise.reject(new Error('no answer')) };
    expect(await found(silent)).toEqual({ free: 0, held: 3, comingBack: 0 });
    await dealt('now()', graceAfter.spent);
    expect(await found()).toEqual({ free: 0, held: 3, comingBack: 0 });
    await counted(3);
    await dealt(soon, 300);
  });
});

test('a part of the sale can be chosen, and what is no part is refused by name', async () => {
  const { status, body } = await read('/sales', { range: 'day' });
  expect([status, body.series.grain]).toEqual([200, 'hour']);
  const wrong = await read('/sales', { range: 'week' });
  expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([422, 'range']);
});

test('an opening is seen as it is, with the verdict of the watch, and one sample of it is kept', async () => {
  const verdicts = new PostgresVerdicts(console.postgres);
  const names = Object.keys(differences) as (keyof typeof differences)[];
  const found = (name: string, count: number) =>
    new Map(names.map((one) => [one, { count: one === name ? count : 0, samples: [] }]));
  await verdicts.keep(found('RunnersWithoutMoney', 2), true);
  // The next pass does not look whether money and runners agree.
  const quick = found('SpotsMissing', 1);
  quick.delete('RunnersWithoutMoney');
  await verdicts.keep(quick, false);
  const viewers = await Promise.all(Array.from({ length: 20 }, () => read('/live')));
  const [{ status, body } = { status: 0, body: undefined }] = viewers;
  expect(status).toBe(200);
  expect(new Set(viewers.map((viewer) => viewer.body.at)).size).toBe(1);
  expect(body.totals).toEqual({ capacity: 12, registered: 2, held: 4, free: 6, waiting: 6 });
  expect(body.pace).toMatchObject({ seconds: 10, refused: 0 });
  expect(body.slow).toMatchObject({
    outcomes: { refused: 0, duplicate: 0, paymentFailed: 0 },
    money: { gross: 13_500, refunded: 3600, captured: 1, voided: 0, failed: 0 },
    payments: { waiting: 0 },
    // Two are in and got no mail yet.
    mails: { waiting: 2 },
  });
  expect(body.watch.findings).toEqual(
    expect.arrayContaining([
      { name: 'SpotsMissing', severity: 'broken', count: 1 },
      { name: 'RunnersWithoutMoney', severity: 'broken', count: 2 },
    ]),
  );
  expect(Date.parse(body.watch.comparedAt)).toBeLessThanOrEqual(Date.parse(body.watch.at));
  const { raceId } = group.race;
  const kept = await console.postgres.query('SELECT sample FROM live_sample WHERE race_id = $1', [raceId]);
  expect(kept).toEqual([{ sample: body }]);
  const curve = await read('/live/curve');
  expect(curve.body.points).toEqual([expect.objectContaining({ registered: 2, held: 4, free: 6 })]);
});

test('samples of a month ago go with the next one', async () => {
  const { raceId } = group.race;
  const { postgres } = console;
  await postgres.query(`UPDATE live_sample SET at = at - interval '31 days' WHERE race_id = $1`, [raceId]);
  const { PostgresOpeningSamples } = await import('../../lambdas/sales/postgres-opening-samples');
  const samples = new PostgresOpeningSamples({ reader: postgres, writer: postgres });
  const sample = { at: new Date().toISOString() } as Parameters<typeof samples.keep>[1];
  await samples.keep(raceId, sample);
  await samples.keep(raceId, sample);
  expect(await postgres.query('SELECT sample FROM live_sample WHERE race_id = $1', [raceId])).toEqual([{ sample }]);
});

test('of a race that is not there, nothing is seen', async () => {
  const { secret: owner } = await console.signedIn([{ role: 'owner', raceId: undefined }]);
  for (const end of ['/sales', '/live'])
    expect((await console.call('GET', `/races/no-such-race${end}`, { secret: owner })).status).toBe(404);
});
