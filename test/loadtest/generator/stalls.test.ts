import { letRun } from '../../../loadtest/generator/let-run';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { Histogram } from '../../../loadtest/report/histogram';
import { alone, helloCrowd } from '../support/crowd';
import { serve } from '../support/small-server';
import { closedLoop } from './closed-loop';

const stallMs = 200;
const everyMs = 1_000;

/** A server that answers no request during the first fifth of each second. */
const stallingServer = () =>
  serve((_, response) => {
    const into = performance.now() % everyMs;
    if (into < stallMs) setTimeout(() => response.end('{}'), stallMs - into);
    else response.end('{}');
  });

const milliseconds = (histogram: Histogram, share: number) => histogram.percentile(share) / 1000;

test('a server that stalls 200 ms in each second shows it here, and the closed loop hides it', async () => {
  const { url } = await stallingServer();
  const results = await letRun(alone(helloCrowd(url, 400, 4)));
  const here = Histogram.parse(results.steps[0]?.latency ?? '');
  expect(here.count).toBe(400);
  // Half of the runners who set off in a stall wait for more than half of it: a tenth of all runners.
  expect(milliseconds(here, 0.95)).toBeGreaterThan(stallMs / 2);
  expect(milliseconds(here, 0.99)).toBeGreaterThan(stallMs * 0.75);

  const engine = rawEngine();
  const control = await closedLoop(
    () => engine.send(url, '127.0.0.1', { method: 'GET', path: '/', headers: {} }),
    1,
    4,
  );
  engine.close();
  expect(milliseconds(control, 1)).toBeGreaterThan(stallMs / 2);
  expect(milliseconds(control, 0.95)).toBeLessThan(stallMs / 2);
});

test('a generator that stalls itself counts what it made its runners wait', async () => {
  const { url } = await serve((_, response) => response.end('{}'));
  let isDone = false;
  const stall = () => {
    for (const end = performance.now() + 300; performance.now() < end; );
    isDone = true;
  };
  const results = await letRun(alone(helloCrowd(url, 100, 1)), {
    onOutcome: (_, done) => done === 20 && !isDone && stall(),
  });
  const latency = Histogram.parse(results.steps[0]?.latency ?? '');
  // About thirty were due during the stall.
  expect(milliseconds(latency, 0.9)).toBeGreaterThan(100);
  expect(milliseconds(Histogram.parse(results.generatorLoad.lateness), 1)).toBeGreaterThan(200);
  expect(milliseconds(Histogram.parse(results.generatorLoad.departureLateness), 1)).toBeGreaterThan(200);
});
