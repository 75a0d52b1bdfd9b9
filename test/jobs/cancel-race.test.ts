import { personOf } from '../../lambdas/domain/person/person';
import { cancelRace, shutRace } from '../../lambdas/jobs/cancel-race';
import { PostgresCancellations } from '../../lambdas/jobs/postgres-cancellations';
import { PostgresJobQueue } from '../../lambdas/jobs/postgres-job-queue';
import { maxUnsettledRefunds, runJobs } from '../../lambdas/jobs/run-jobs';
import { uuid7 } from '../../lambdas/platform/uuid';
import { cancelForDirector } from '../../lambdas/registration/change/cancel-for-director';
import { reclaimIn, spotsWith } from '../../lambdas/spots/blocks/postgres-ledger';
import { changeSale } from '../../lambdas/spots/sale/change-sale';
import { PostgresSales } from '../../lambdas/spots/sale/postgres-sales';
import { openChanges } from '../support/races/changed-race';
import { givingWith, ledgerOn } from '../support/races/ledger';
import { type MadeRace, makeRace, submissionFor } from '../support/races/race';
import { joinConfirmed } from '../support/races/waiting-list';

const made = openChanges();

/** Every call of a port may be the last one of its process: after its effect, and before anybody hears of it. */
const process = ({
  crashAt = Number.POSITIVE_INFINITY,
  pause = async () => undefined as unknown,
  undealt = 0,
  report = (_: unknown): unknown => undefined,
} = {}) => {
  let calls = 0;
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (of, name) => {
        const method = Reflect.get(of, name) as unknown;
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          const answer: unknown = await method.apply(of, args);
          if (++calls === crashAt) throw new Error('the process dies');
          return answer;
        };
      },
    });
  const { postgres } = made;
  const reclaim = reclaimIn(spotsWith(givingWith()));
  const cancellations = mortal(
    new PostgresCancellations({
      postgres,
      newId: uuid7,
      reclaimIn: reclaim,
      heldOf: async ({ promised, blocks }) => blocks.reduce((sum, { left }) => sum + left - undealt, promised),
    }),
  );
  const sale = changeSale({
    sales: mortal(new PostgresSales(postgres, givingWith())),
    counters: { next: async () => undefined },
    ledger: ledgerOn(postgres),
    heldOf: async () => 0,
    raceChanged: async () => undefined,
    report: () => undefined,
  });
  const jobs = mortal(new PostgresJobQueue(postgres));
  const cancel = cancelForDirector({
    changes: mortal(made.changes),
    outcomes: { changed: async () => undefined },
    remembered: { ended: async () => undefined },
  });
  return {
    jobs,
    cancellations,
    calls: () => calls,
    order: cancelRace({ cancellations, changeSale: sale, raceChanged: async () => undefined }),
    work: (deadline = Number.POSITIVE_INFINITY) =>
      runJobs({
        jobs,
        cancel,
        newId: uuid7,
        shut: (raceId) => shutRace({ cancellations, changeSale: sale }, raceId),
        now: Date.now,
        pause: async () => void (await pause()),
        report,
      })(deadline),
  };
};

const wished = ({ raceId }: MadeRace, changes: { name?: string; isDryRun?: boolean } = {}) => ({
  raceId,
  name: 'Harbour Run',
  refundPercent: 90,
  message: 'A storm is coming.',
  isDryRun: false,
  ...changes,
});
const jobOf = async ({ raceId }: MadeRace) => (await process().cancellations.list(raceId))[0];
/** As if half a minute and the lease were over. */
const later = ({ raceId }: MadeRace) =>
  made.query(`UPDATE job SET lease_until = clock_timestamp() - interval '1 second' WHERE race_id = $1`, [raceId]);
const runToEnd = async (race: MadeRace) => {
  for (let n = 0; n < 5 && (await jobOf(race))?.state !== 'done'; n++) {
    await later(race);
    await process().work();
  }
};

/** What must be true once the job is done. */
const endOf = async ({ raceId, eventId }: MadeRace) => {
  const [end] = await made.query(
    `SELECT
       (SELECT count(*)::int FROM registration WHERE event_id = $2 AND live) AS live,
       (SELECT count(*)::int FROM spot WHERE event_id = $2) AS spots,
       (SELECT array_agg(DISTINCT p.refund) FROM payment p JOIN registration g ON g.id = p.registration_id WHERE g.event_id = $2) AS refunds,
       (SELECT count(*)::int FROM outbox o JOIN registration g ON g.id::text = o.body ->> 'registrationId'
          WHERE g.event_id = $2 AND o.body ->> 'action' = 'refund') AS orders,
       (SELECT count(*)::int FROM audit WHERE event_id = $2 AND action = 'cancelled') AS cancelled,
       (SELECT count(*)::int FROM audit WHERE race_id = $1 AND action = 'race-cancelled') AS ordered,
       (SELECT count(*)::int FROM job WHERE race_id = $1 AND state = 'done') AS done`,
    [raceId, eventId],
  );
  return end;
};
const wholeEnd = (people: number) => ({
  live: 0,
  spots: 0,
  refunds: [4050],
  orders: people,
  cancelled: people,
  ordered: 1,
  done: 1,
});

test('everybody who is in gets their money back once, and nothing is sold, held or offered any more', async () => {
  const { race, last } = await made.paidRace(3);
  await made.query('UPDATE event SET capacity = capacity + 1, next_number = next_number + 1 WHERE id = $1', [
    race.eventId,
  ]);
  await made.query('INSERT INTO spot (event_id, number) VALUES ($1, 4)', [race.eventId]);
  const cut = await ledgerOn(made.postgres).cut(race.eventId, last, 'spent');
  if (cut.kind !== 'block') throw new Error('a block should be cut');
  const [waits, held] = [await made.joinAs(race, 'ada'), submissionFor(race, cut.block, 0)];

  const dry = await process().order(wished(race, { isDryRun: true }));
  expect(dry).toMatchObject({ plan: { registered: 3, refund: 3 * 4050, held: 1, waiting: 1, isCancelled: false } });
  // Nobody holds a number of a block that is not dealt.
  expect(await process({ undealt: 1 }).cancellations.plan(race.raceId, 90)).toMatchObject({ held: 0 });
  expect(await jobOf(race)).toBeUndefined();
  await process().order(wished(race));
  expect(await ledgerOn(made.postgres).cut(race.eventId, undefined, 'spent')).toEqual({ kind: 'closed' });
  // A runner who held a spot and pays now is refused, and not put on the list.
  await made.record(race, held);
  expect(await made.placeOf(waits)).toBe('not-needed');
  expect(await made.query('SELECT outcome FROM registration WHERE id = $1', [held.hold.registrationId])).toEqual([
    { outcome: 'refused' },
  ]);
  expect(
    await made.query(`SELECT FROM waiting WHERE event_id = $1 AND state IN ('waiting', 'offered')`, [race.eventId]),
  ).toEqual([]);

  expect(await process().work()).toBe(1);
  expect(await endOf(race)).toEqual({ ...wholeEnd(3), refunds: [4050, null] });
  expect(await jobOf(race)).toMatchObject({ state: 'done', total: 3, left: 0, failures: [] });
  const [told] = await made.query('SELECT notice, revision, cancelled_at IS NOT NULL AS is FROM race WHERE id = $1', [
    race.raceId,
  ]);
  expect(told).toEqual({ notice: 'A storm is coming.', revision: 2, is: true });
  // For good.
  await process().order(wished(race));
  expect(await made.capacities.change(race.raceId, race.eventId, 10)).toEqual({ kind: 'cancelled' });
  expect(await process().work()).toBe(0);
  expect(await endOf(race)).toMatchObject({ orders: 3, ordered: 1 });
});

test.each([
  ['another percentage', { refundPercent: 100 }],
  ['another message', { message: 'The bridge is closed.' }],
])('who cancels a race that was cancelled before, with %s, is told what stays', async (_, change) => {
  const { race } = await made.paidRace(1);
  const dry = (isDryRun: boolean) => process().order({ ...wished(race, { isDryRun }), ...change });
  expect(await dry(true)).toMatchObject({ kind: 'cancelled', plan: { isCancelled: false } });
  await process().order(wished(race));
  // A dry run says the same.
  for (const isDryRun of [true, false])
    expect(await dry(isDryRun)).toEqual({ kind: 'cancelled-otherwise', refundPercent: 90 });
  for (const isDryRun of [true, false])
    expect(await process().order(wished(race, { isDryRun }))).toMatchObject({
      kind: 'cancelled',
      plan: { isCancelled: true },
    });
  expect(await process().work()).toBe(1);
  expect(await endOf(race)).toEqual(wholeEnd(1));
});

test('whatever call is the last one of a process, another process comes to the same end', async () => {
  const whole = process();
  const { race: first } = await made.paidRace(2);
  await whole.order(wished(first));
  await whole.work();
  expect(await endOf(first)).toEqual(wholeEnd(2));
  const steps = whole.calls();
  expect(steps).toBeGreaterThan(12);
  for (let crashAt = 1; crashAt <= steps; crashAt++) {
    const { race } = await made.paidRace(2);
    const dying = process({ crashAt });
    const isOrdered = await dying.order(wished(race)).then(
      () => true,
      () => false,
    );
    if (isOrdered) await dying.work().catch(() => undefined);
    else if (!(await jobOf(race))) await process().order(wished(race));
    await runToEnd(race);
    expect([crashAt, await endOf(race)]).toEqual([crashAt, wholeEnd(2)]);
  }
}, 60_000);

test('a job stops between two registrations, and goes on where it stopped', async () => {
  const { race } = await made.paidRace(4);
  await process().order(wished(race));
  const { id = '' } = (await jobOf(race)) ?? {};
  const { cancellations } = process();
  const stopping = process({ pause: () => cancellations.stop(race.raceId, id) });
  expect(await stopping.work()).toBe(0);
  expect(await jobOf(race)).toMatchObject({ state: 'stopped', left: 3 });
  await later(race);
  expect(await process().work()).toBe(0);
  expect(await cancellations.stop(race.raceId, id)).toBe(false);
  expect(await cancellations.resume('another-race', id)).toBe(false);
  expect(await cancellations.resume(race.raceId, id)).toBe(true);
  // From now on it is late, and not from when it was ordered.
  expect(await made.query('SELECT resumed_at > made_at AS is FROM job WHERE id = $1', [id])).toEqual([{ is: true }]);
  await process().work();
  expect(await endOf(race)).toEqual(wholeEnd(4));
  const steered = await made.query(
    `SELECT action, detail FROM audit WHERE race_id = $1 AND action LIKE 'job-%' ORDER BY id`,
    [race.raceId],
  );
  expect(steered).toEqual(['job-stopped', 'job-resumed'].map((action) => ({ action, detail: { jobId: id } })));
});

test('a job that was to stop when its worker died is stopped', async () => {
  const { race } = await made.paidRace(2);
  await process().order(wished(race));
  const { id = '' } = (await jobOf(race)) ?? {};
  await process().jobs.take(uuid7());
  await process().cancellations.stop(race.raceId, id);
  expect(await jobOf(race)).toMatchObject({ state: 'stopping' });
  await later(race);
  expect(await process().work()).toBe(0);
  expect(await jobOf(race)).toMatchObject({ state: 'stopped', left: 2 });
});

test('two workers share nothing: one has the lease, and nobody is refunded twice', async () => {
  const { race } = await made.paidRace(6);
  await process().order(wished(race));
  expect((await Promise.all([process().work(), process().work(), process().work()])).sort()).toEqual([0, 0, 1]);
  expect(await endOf(race)).toEqual(wholeEnd(6));
});

test('a job that a worker has is taken by nobody else', async () => {
  const { race } = await made.paidRace(2);
  await process().order(wished(race));
  const { id } = (await jobOf(race)) ?? {};
  expect(await process().jobs.take(uuid7())).toMatchObject({ id });
  expect(await process().jobs.take(uuid7())).toBeUndefined();
  await runToEnd(race);
});

test('a card that is being charged is waited for, and said to be', async () => {
  const { race, first } = await made.paidRace(2);
  const id = first.hold.registrationId;
  await made.query(`UPDATE payment SET state = 'authorised' WHERE registration_id = $1`, [id]);
  await process().order(wished(race));
  expect(await process().work()).toBe(0);
  expect(await jobOf(race)).toMatchObject({
    state: 'waiting',
    left: 1,
    failures: [{ registrationId: id, reason: 'settling' }],
  });
  expect(await process().work()).toBe(0);
  await made.query(`UPDATE payment SET state = 'captured' WHERE registration_id = $1`, [id]);
  await runToEnd(race);
  expect(await endOf(race)).toEqual(wholeEnd(2));
  expect(await jobOf(race)).toMatchObject({ failures: [] });
});

test('a payment that the bank disputes is said to be, and refunded once the bank has decided for us', async () => {
  const { race, first } = await made.paidRace(2);
  const id = first.hold.registrationId;
  await made.query(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, refundable, fetched_at)
     VALUES ('dp_storm', $1, 4500, 'EUR', 'fraudulent', 'needs_response', false, now())`,
    [id],
  );
  await process().order(wished(race));
  const broken: unknown[] = [];
  expect(await process({ report: (error) => broken.push(error) }).work()).toBe(0);
  expect(await jobOf(race)).toMatchObject({
    state: 'waiting',
    left: 1,
    failures: [{ registrationId: id, reason: 'disputed' }],
  });
  // Nothing broke, so nobody is called.
  expect(broken).toEqual([]);
  await made.query(`UPDATE dispute SET status = 'won' WHERE id = 'dp_storm'`);
  await runToEnd(race);
  expect(await endOf(race)).toEqual(wholeEnd(2));
});

test('no more refunds wait for the processor than it carries out in half a minute', async () => {
  const { race } = await made.paidRace(2);
  await process().order(wished(race));
  const queue = process();
  jest.spyOn(PostgresJobQueue.prototype, 'unsettled').mockResolvedValueOnce(maxUnsettledRefunds);
  expect(await queue.work()).toBe(0);
  expect(await jobOf(race)).toMatchObject({ state: 'waiting', left: 2 });
  await runToEnd(race);
  expect(await endOf(race)).toEqual(wholeEnd(2));
});

test('a registration that is written while the race is cancelled has its spot and is refunded, or has none', async () => {
  for (let round = 0; round < 8; round++) {
    const race = await makeRace(made.postgres, { spots: 8 });
    const cut = await ledgerOn(made.postgres).cut(race.eventId, undefined, 'spent');
    if (cut.kind !== 'block') throw new Error('a block should be cut');
    const held = submissionFor(race, cut.block, 0);
    const id = held.hold.registrationId;
    await Promise.all([made.record(race, held), process().order(wished(race))]);
    await made.query(`UPDATE payment SET state = 'captured' WHERE registration_id = $1 AND wanted = 'capture'`, [id]);
    await runToEnd(race);
    expect(await made.query('SELECT live, outcome FROM registration WHERE id = $1', [id])).toEqual([
      { live: false, outcome: expect.stringMatching(/^(confirmed|refused)$/) },
    ]);
    expect(await endOf(race)).toMatchObject({ live: 0, spots: 0, done: 1 });
  }
}, 30_000);

test('what is taken away at once is told in spots: a group has an offer of several', async () => {
  const { race } = await made.paidRace(2);
  const runner = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', birthDate: '1990-01-01' };
  await joinConfirmed(made.postgres, race.eventId, [{ placeId: uuid7(), person: personOf(runner), runner, size: 2 }]);
  await made.capacities.change(race.raceId, race.eventId, 4);
  const { plan } = (await process().order(wished(race, { isDryRun: true }))) as { readonly plan: object };
  expect(plan).toMatchObject({ registered: 2, offered: 2, waiting: 0 });
});

test('the name must be typed as it is, and of a race that is there', async () => {
  const { race } = await made.paidRace(1);
  expect(await process().order(wished(race, { name: 'Harbor Run' }))).toEqual({
    kind: 'name-differs',
    name: 'Harbour Run',
  });
  expect(await process().order({ ...wished(race), raceId: 'nowhere' })).toEqual({ kind: 'no-such-race' });
  expect(await jobOf(race)).toBeUndefined();
});
