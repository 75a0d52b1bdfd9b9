import type { Order } from '../../../loadtest/aws/run';
import { runOnAws } from '../../../loadtest/aws/run-on-aws';
import { Stopped } from '../../../loadtest/generator/agenda';
import type { Progress } from '../../../loadtest/report/progress';
import type { Wish } from '../../../loadtest/report/test-report';
import { uuid7 } from '../../../loadtest/uuid7';
import { until } from '../../support/until';
import { serve } from '../support/small-server';
import { startCloud } from './cloud';

jest.setTimeout(300_000);

let cloud: Awaited<ReturnType<typeof startCloud>>;
beforeAll(async () => {
  process.env.MOST_DOLLARS = '10';
  // A process is up sooner than a container. A late one only makes the run void, which does not matter here.
  process.env.START_SECONDS = '3';
  cloud = await startCloud();
});
afterAll(() => cloud.close());

const orderFor = (wish: Partial<Wish>): Order => ({
  id: uuid7(),
  wish: { scenario: 'hello', runners: 250, within: 4, think: [0, 0], race: 'any', card: '', seed: 1, ...wish },
  comment: 'in three places',
  version: '0.1.0',
});

const config = JSON.stringify({ processor: { url: 'https://pay.example.com', publishableKey: 'pk_test_12345678' } });

/** A run against a local server, as the command starts it. */
const run = async (order: Order, onProgress: (progress: Progress) => void = () => undefined, stop?: AbortSignal) =>
  runOnAws(order, {
    files: cloud.filesOf(order.id),
    executions: cloud.executions(),
    onProgress,
    signal: stop ?? new AbortController().signal,
  });

test('a crowd is shared out to generators of their own, and their figures come back as those of one', async () => {
  const { url, requests } = await serve((_, response) => response.end(config));
  process.env.TARGET = url;
  const order = orderFor({});
  const told: Progress[] = [];
  const { report, page } = await run(order, (progress) => told.push(progress));
  // The crowd, the canary, and the request for /config.json.
  expect(requests()).toBe(250 + 1 + 1);
  expect(report).toMatchObject({
    id: order.id,
    comment: 'in three places',
    version: '0.1.0',
    wish: { ...order.wish, url },
    endings: [{ name: 'done', runners: 251 }],
    totals: { requests: 250 },
    steps: [{ name: 'hello', requests: 250, errors: 0 }],
  });
  expect(report.series.reduce((sum, second) => sum + second.requests, 0)).toBe(250);
  expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(cloud.generators).toHaveLength(3);
  expect(told.some(({ state, second }) => state === 'running' && second !== undefined)).toBe(true);
  const files = cloud.filesOf(order.id);
  expect(await files.get('report.html')).toBe(page);
  expect(page).toContain('in three places');
});

test('stopping a run ends every generator, even where the state machine cannot', async () => {
  const { url } = await serve((_, response) => response.end(config));
  process.env.TARGET = url;
  const order = orderFor({ within: 600 });
  const [before, stopping] = [cloud.generators.length, new AbortController()];
  const running = run(order, ({ state }) => state === 'running' && stopping.abort(), stopping.signal);
  await expect(running).rejects.toThrow(Stopped);
  const own = cloud.generators.slice(before);
  await until(() => own.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null), 60);
  expect(own.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
  const left = await Promise.all([0, 1, 2].map((share) => cloud.filesOf(order.id).get(`brought/${share}.json`)));
  for (const text of left)
    expect(JSON.parse(text ?? '')).toEqual({ kind: 'nothing', why: 'The load test was stopped.' });
});

test('a way that is broken is found by the canary, and no generator is started for it', async () => {
  let asked = 0;
  const { url } = await serve((_, response) =>
    ++asked === 1 ? response.end(config) : response.writeHead(404).end('{}'),
  );
  process.env.TARGET = url;
  const before = cloud.generators.length;
  await expect(run(orderFor({}))).rejects.toThrow('The canary came to nothing, so nobody was sent after it');
  expect(cloud.generators).toHaveLength(before);
});

test('what is too dear is refused with its price, before anybody is asked anything', async () => {
  const { url, requests } = await serve((_, response) => response.end(config));
  process.env.TARGET = url;
  await expect(run(orderFor({ runners: 40_000 }))).rejects.toThrow(/400 generators .* \$10\.00 are allowed/);
  expect(requests()).toBe(0);
});
