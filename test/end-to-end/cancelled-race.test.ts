import * as v from 'valibot';
import { uuid7 } from '../../lambdas/platform/uuid';
import { localhost } from '../../local/addresses';
import { register } from '../../local/demo-people/register';
import { secretIds } from '../../local/services/secrets/secret-ids';
import { until } from '../support/until';
import { withDatabase } from './support/database';
import { direct } from './support/director';
import { secretsOf } from './support/money';
import { runSystem } from './support/running-system';
import { brokenIn } from './support/watch';

jest.setTimeout(900_000);

/** Console.md, section 18: a race with 500 sold is paused, grows, and is cancelled; the books are clean, and everybody is told once. */
const system = runSystem();

const sold = 500;
const price = 2_000;
const raceId = 'storm-run';
const eventId = uuid7();
const name = 'Storm Run';
const atOnce = 8;
const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day).toISOString();

const ids = Array.from({ length: sold }, () => uuid7());

const comeIn = async (): Promise<void> => {
  const left = ids.map((registrationId, n) => ({ registrationId, n }));
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift())
      await register(
        { url: system.url, inbox: system.inbox },
        {
          raceId,
          eventId,
          registrationId: next.registrationId,
          runner: {
            firstName: `Runner ${next.n}`,
            lastName: 'Storm',
            email: `storm.${next.n}@example.com`,
            birthDate: '1990-01-01',
            gender: 'female',
            emergencyContact: 'Somebody, 123',
          },
        },
      );
  };
  await Promise.all(Array.from({ length: atOnce }, one));
};

const counted = <Row extends object>(query: string) =>
  withDatabase(system, async (postgres) => (await postgres.query<Row>(query, [eventId]))[0]);

const jobs = v.object({
  jobs: v.array(v.object({ id: v.string(), state: v.string(), left: v.number(), total: v.number() })),
});
const job = async () => v.parse(jobs, (await direct(system, [{ jobs: { raceId } }]))[0]).jobs[0];

const refunds = v.object({
  data: v.array(v.object({ id: v.string(), amount: v.number(), payment_intent: v.string(), status: v.string() })),
  has_more: v.boolean(),
});

/** All that the processor gave back, in the order of its pages. */
const refundsAtProcessor = async () => {
  const found: v.InferOutput<typeof refunds>['data'] = [];
  for (let after = ''; ; ) {
    const answer = await fetch(`${localhost(system.ports.processor)}/v1/refunds?limit=100${after}`, {
      headers: { authorization: `Bearer ${secretsOf(system)[secretIds.processor]?.secretKey}` },
    });
    const page = v.parse(refunds, await answer.json());
    found.push(...page.data);
    if (!page.has_more) return found;
    after = `&starting_after=${page.data.at(-1)?.id}`;
  }
};

const mailed = v.object({ duplicates: v.number(), byTemplate: v.record(v.string(), v.number()) });

test('a race with 500 sold is paused, grows and is cancelled; each refund is at the processor once, and everybody is told once', async () => {
  await direct(system, [
    {
      createRace: {
        ...{ id: raceId, name, place: 'Lübeck', date: at(40).slice(0, 10), timeZone: 'Europe/Berlin' },
        ...{ description: 'Ten kilometres in the wind.', currency: 'EUR', opensAt: at(-1), closesAt: at(30) },
        sale: { limits: { freePerAddress: 2 * sold, mostPerAddress: 2 * sold } },
        waiver: { version: '1', text: 'I run at my own risk.' },
        events: [
          {
            ...{ id: eventId, name: '10 km', distance: 10_000, capacity: sold },
            prices: [{ label: 'Regular', from: at(-2), amount: price }],
          },
        ],
      },
    },
  ]);
  await comeIn();
  await until(
    async () =>
      (
        await counted<{ n: number }>(
          `SELECT count(*)::int AS n FROM registration g JOIN payment p ON p.registration_id = g.id
           WHERE g.event_id = $1 AND g.live AND p.state = 'captured'`,
        )
      )?.n === sold,
    300,
    () => 'everybody is in and has paid',
  );

  const order = { raceId, name, refundPercent: 100, message: 'A storm is coming. We are sorry.' };
  const [, , , dry] = await direct(system, [
    { changeSale: { raceId, sale: 'paused' } },
    { changeSale: { raceId, sale: 'on' } },
    { changeCapacity: { raceId, eventId, capacity: sold + 20 } },
    { cancelRace: { ...order, dryRun: true } },
  ]);
  expect(JSON.stringify(dry)).toContain(`"refund":${sold * price}`);
  await direct(system, [{ cancelRace: order }]);
  await until(
    async () => ((await job())?.left ?? sold) < sold,
    120,
    () => 'the job has begun',
  );
  const jobId = (await job())?.id;
  await direct(system, [{ stopJob: { raceId, jobId } }]);
  await until(
    async () => (await job())?.state === 'stopped',
    30,
    () => 'the job is stopped',
  );
  const leftWhenStopped = (await job())?.left;
  expect(leftWhenStopped).toBeGreaterThan(0);
  await direct(system, [{ resumeJob: { raceId, jobId } }]);
  await until(
    async () => (await job())?.state === 'done',
    300,
    () => 'the job is done',
  );
  await until(
    async () =>
      (
        await counted<{ n: number }>(
          `SELECT count(*)::int AS n FROM registration g JOIN payment p ON p.registration_id = g.id
           JOIN mail m ON m.registration_id = g.id AND m.template = 'cancellation' AND m.state = 'accepted'
           WHERE g.event_id = $1 AND NOT g.live AND p.state = 'refunded'`,
        )
      )?.n === sold,
    300,
    () => 'everybody has their money and is told',
  );

  const back = await refundsAtProcessor();
  expect([back.length, new Set(back.map((one) => one.payment_intent)).size]).toEqual([sold, sold]);
  expect(back.filter(({ amount, status }) => amount !== price || status !== 'succeeded')).toEqual([]);
  const summary = v.parse(mailed, await (await fetch(`${system.mail}/local/summary`)).json());
  expect([summary.byTemplate.cancellation, summary.byTemplate.confirmation, summary.duplicates]).toEqual([
    sold,
    sold,
    0,
  ]);
  expect(await counted('SELECT count(*)::int AS spots FROM spot WHERE event_id = $1')).toEqual({ spots: 0 });
  expect(await brokenIn(system)).toEqual([]);
});
