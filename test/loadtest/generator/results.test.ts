import fc from 'fast-check';
import { Recorder } from '../../../loadtest/generator/recorder';
import { type GeneratorResults, mergeResults, type RawSecond } from '../../../loadtest/generator/results';
import { secondOf, stepsOf, totalsOf } from '../../../loadtest/report/figures';
import { Histogram } from '../../../loadtest/report/histogram';

const happened = fc.record({
  second: fc.integer({ min: 0, max: 5 }),
  step: fc.constantFrom('hold', 'submit', 'status'),
  milliseconds: fc.integer({ min: 0, max: 5_000 }),
  failed: fc.boolean(),
  generator: fc.integer({ min: 0, max: 3 }),
});
type Happened = typeof happened extends fc.Arbitrary<infer T> ? T : never;

const none = new Histogram().toString();
const generatorLoad: GeneratorResults['generatorLoad'] = {
  cpuSeconds: 1,
  busiestShare: 0.5,
  lateness: none,
  departureLateness: none,
  maxMemoryMb: 100,
  bytesSent: 10,
  bytesReceived: 20,
  connections: 3,
};

const textOf = (events: readonly Happened[]) => {
  const histogram = new Histogram();
  for (const { milliseconds } of events) histogram.record(milliseconds * 1000);
  return histogram.toString();
};

/** The results of a generator that saw these events. */
const resultsOf = (events: readonly Happened[]): GeneratorResults => {
  const steps = [...new Set(events.map(({ step }) => step))].sort();
  const last = Math.max(0, ...events.map(({ second }) => second));
  return {
    outcomes: [],
    steps: steps.map((name) => {
      const own = events.filter(({ step }) => step === name);
      return { name, errors: own.filter(({ failed }) => failed).length, latency: textOf(own) };
    }),
    seconds: Array.from({ length: last + 1 }, (_, second): RawSecond => {
      const own = events.filter((event) => event.second === second);
      const errors = own.filter(({ failed }) => failed).length;
      return {
        second,
        departed: own.length,
        running: own.length,
        requests: own.length,
        errors,
        registrations: 1,
        lagMs: 2,
        latency: textOf(own),
      };
    }),
    duration: last,
    generatorLoad,
  };
};

test('however the crowd is shared out, the figures merged are those of one generator', () =>
  fc.assert(
    fc.property(fc.array(happened, { minLength: 1, maxLength: 60 }), (events) => {
      const shares = [0, 1, 2, 3].map((index) => resultsOf(events.filter(({ generator }) => generator === index)));
      const [merged, one] = [mergeResults(shares), resultsOf(events)];
      const byName = (results: GeneratorResults) => stepsOf(results).toSorted((a, b) => a.name.localeCompare(b.name));
      expect(byName(merged)).toEqual(byName(one));
      const latencies = ({ seconds }: GeneratorResults) =>
        seconds
          .map(secondOf)
          .map(({ second, requests, errors, p50, p95, p99 }) => ({ second, requests, errors, p50, p95, p99 }));
      expect(latencies(merged)).toEqual(latencies(one));
      expect(totalsOf(merged).requests).toBe(events.length);
      expect(totalsOf(merged).peakRequestsPerSecond).toBe(totalsOf(one).peakRequestsPerSecond);
    }),
  ));

test('generators share the work and not the moments: sums, and the worst of them', () => {
  const [one, other] = [resultsOf([]), { ...resultsOf([]), duration: 9, firstRequest: 0.5, lastConfirmation: 8 }];
  const merged = mergeResults([one, other]);
  expect(merged).toMatchObject({ duration: 9, firstRequest: 0.5, lastConfirmation: 8 });
  expect(merged.generatorLoad).toMatchObject({
    cpuSeconds: 2,
    busiestShare: 0.5,
    maxMemoryMb: 200,
    bytesSent: 20,
    connections: 6,
  });
});

test('nobody brings nothing home', () => expect(() => mergeResults([])).toThrow('no results'));

afterEach(() => jest.restoreAllMocks());

test('what happens late belongs to a later second, however late the clock is looked at', () => {
  const told: RawSecond[] = [];
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now);
  const recorder = new Recorder({
    start: now - 2_500,
    takeLag: () => 7,
    onSecond: (second) => told.push(second),
  });
  recorder.departed();
  recorder.answered('hold', 12, true);
  recorder.finished(1);
  expect(told.map(({ requests, departed, lagMs }) => [requests, departed, lagMs])).toEqual([
    [0, 0, 7],
    [0, 0, 7],
  ]);
  const { seconds, steps } = recorder.end();
  expect(seconds[2]).toMatchObject({ second: 2, departed: 1, requests: 1, errors: 1, registrations: 1, running: 0 });
  expect(steps).toMatchObject([{ name: 'hold', errors: 1 }]);
});
