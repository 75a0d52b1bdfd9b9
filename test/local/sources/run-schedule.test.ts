import { runSchedule } from '../../../local/sources/run-schedule';
import { until } from '../../support/until';

const run = (invoke: (event: unknown) => Promise<unknown>, everyMs = 10) => {
  const stop = new AbortController();
  const problems: string[] = [];
  const done = runSchedule({
    name: 'reclaim-spots',
    everyMs,
    invoke,
    log: (problem) => problems.push(problem),
    signal: stop.signal,
  });
  const end = () => {
    stop.abort();
    return done;
  };
  return { problems, stop: end };
};

test('a run that takes longer than its interval is never joined by a second', async () => {
  let [now, most, runs] = [0, 0, 0];
  const { stop } = run(async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 35));
    now--;
    runs++;
  });
  await until(() => runs >= 4);
  await stop();
  expect(most).toBe(1);
  expect(now).toBe(0);
});

test('a run that fails is told of, and the next comes all the same', async () => {
  let runs = 0;
  const { problems, stop } = run(() => (++runs === 1 ? Promise.reject(new Error('no database')) : Promise.resolve()));
  await until(() => runs >= 3);
  await stop();
  expect(problems).toEqual(['reclaim-spots: the scheduled run failed.']);
});
