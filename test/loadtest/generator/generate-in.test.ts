import { Stopped } from '../../../loadtest/generator/agenda';
import { generateHere } from '../../../loadtest/generator/generate';
import { generateIn } from '../../../loadtest/generator/generate-in';
import type { RawSecond } from '../../../loadtest/generator/results';
import { Histogram } from '../../../loadtest/report/histogram';
import { helloCrowd } from '../support/crowd';
import { serve } from '../support/small-server';

jest.setTimeout(120_000);

const small = () => serve((_, response) => response.end('{}'));
const requestsIn = (seconds: readonly RawSecond[]) => seconds.reduce((sum, { requests }) => sum + requests, 0);

test.each([1, 2])(
  '%i processes of their own do what one does here: each runner once, and every second told',
  async (processes) => {
    const { url, requests } = await small();
    const told: RawSecond[] = [];
    const results = await generateIn(processes)(helloCrowd(url, 301, 2), { onSecond: (second) => told.push(second) });
    expect(requests()).toBe(301);
    expect(results.outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(301);
    expect(results.steps.map(({ name, latency }) => [name, Histogram.parse(latency).count])).toEqual([['hello', 301]]);
    expect(told.map(({ second }) => second)).toEqual(results.seconds.map(({ second }) => second));
    expect([requestsIn(told), requestsIn(results.seconds)]).toEqual([301, 301]);
    expect(results.generatorLoad.cpuSeconds).toBeGreaterThan(0);
  },
);

test('a generator that cannot do its work says why', async () => {
  const task = { ...helloCrowd('ftp://example.com', 1, 0), deadlineSeconds: 2 };
  const results = await generateIn(1)(task);
  expect(results.outcomes).toEqual([{ kind: 'error', detail: expect.stringContaining('http:') }]);
});

test.each([
  ['here', generateHere],
  ['in a process of its own', generateIn(1)],
])('a test that is stopped ends, %s', async (_, generate) => {
  const { url } = await small();
  const stopping = new AbortController();
  const running = generate(helloCrowd(url, 1_000, 600), {
    signal: stopping.signal,
    onSecond: () => stopping.abort(),
  });
  await expect(running).rejects.toThrow(Stopped);
  await expect(generate(helloCrowd(url, 1, 0), { signal: stopping.signal })).rejects.toThrow(Stopped);
});
