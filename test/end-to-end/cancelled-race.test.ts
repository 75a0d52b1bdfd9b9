import * as v from 'valibot';
import { uuid7 } from '../../lambdas/platform/uuid';
import { until } from '../support/until';
import { direct } from './support/director';
import { runSystem } from './support/running-system';
import { allToldOf, countIn, mailsOf, refundsAtProcessor, sell } from './support/storm';
import { brokenIn } from './support/watch';

jest.setTimeout(900_000);

/** Console.md, section 18: a race with 500 sold is paused, grows, and is cancelled; the books are clean, and everybody is told once. */
const system = runSystem();

const sold = 500;
const price = 2_000;
const raceId = 'storm-run';
const eventId = uuid7();
const name = 'Storm Run';
const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day).toISOString();

const jobs = v.object({
  jobs: v.array(v.object({ id: v.string(), state: v.string(), left: v.number(), total: v.number() })),
});
const job = async () => v.parse(jobs, (await direct(system, [{ jobs: { raceId } }]))[0]).jobs[0];

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
  await sell(system, raceId, eventId, sold);

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
  await allToldOf(system, eventId, sold);

  const back = await refundsAtProcessor(system);
  expect([back.length, new Set(back.map((one) => one.payment_intent)).size]).toEqual([sold, sold]);
  expect(back.filter(({ amount, status }) => amount !== price || status !== 'succeeded')).toEqual([]);
  const { byTemplate, duplicates } = await mailsOf(system);
  expect([byTemplate.cancellation, byTemplate.confirmation, duplicates]).toEqual([sold, sold, 0]);
  expect(await countIn(system, 'SELECT count(*)::int AS n FROM spot WHERE event_id = $1', eventId)).toBe(0);
  expect(await brokenIn(system)).toEqual([]);
});
