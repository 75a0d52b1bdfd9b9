import * as v from 'valibot';
import * as examples from '../../../lambdas/api/examples/examples';
import { race } from '../../../lambdas/api/messages/races';
import type { RawSecond } from '../../../loadtest/generator/results';
import type { LineResults, LineTask } from '../../../loadtest/line/let-come';
import { letComeIn, mergeLines } from '../../../loadtest/line/let-come-in';
import type { LineOptions } from '../../../loadtest/line/line-options';
import { Histogram } from '../../../loadtest/report/histogram';
import { smallLine } from '../support/small-line';

jest.setTimeout(120_000);

const wish: LineOptions = {
  people: 60,
  spots: 100,
  lobbySeconds: 30,
  awayShare: 0.3,
  bots: 1,
  passesOfBot: 3,
  rate: 200,
  think: [0, 0],
  minutes: 10,
  seed: 22,
  card: '4242424242424242',
  processes: 1,
};
const taskFor = (url: string, gun: number, more: Partial<LineOptions> = {}): LineTask => ({
  wish: { ...wish, ...more },
  site: { url, processor: { url, publishableKey: '' } },
  race: v.parse(race, examples.race),
  eventId: examples.eventId,
  gun,
});
/** Everybody would have come long ago, so everybody comes at once. */
const longAgo = () => Date.now() - 100_000;

const withOne = async (processes: number) => {
  const { url, emails } = await smallLine(100, { calledTo: () => 1 });
  const told: RawSecond[] = [];
  const results = await letComeIn(processes, taskFor(url, longAgo()), { onSecond: (second) => told.push(second) });
  return { emails: emails.toSorted(), told, results };
};

test('three processes let the same people come as one does, and return everything', async () => {
  const [alone, shared] = [await withOne(1), await withOne(3)];
  expect(shared.emails).toEqual(alone.emails);
  for (const { results, told, emails } of [alone, shared]) {
    const isIn = results.waited.filter(({ outcome }) => outcome?.kind === 'confirmed');
    expect(results.waited.filter(({ bot }) => bot === undefined)).toHaveLength(wish.people);
    expect(results.waited.filter(({ bot }) => bot === 0)).toHaveLength(wish.passesOfBot);
    expect(isIn).toHaveLength(emails.length);
    expect(isIn.every(({ registeredAt }) => registeredAt !== undefined)).toBe(true);
    expect(told.reduce((sum, { registrations }) => sum + registrations, 0)).toBe(emails.length);
    expect(results.turnedAway).toEqual([]);
    const passes = results.steps.find(({ name }) => name === 'pass');
    expect(Histogram.parse(passes?.latency ?? '').count).toBe(wish.people);
  }
  const away = ({ waited }: LineResults) => waited.filter(({ isAway }) => isAway).length;
  expect(away(shared.results)).toBe(away(alone.results));
  expect(away(alone.results)).toBeGreaterThan(wish.people / 10);
});

test('when a run is over, nobody waits any longer, and those who had not come yet do not', async () => {
  const { url, emails } = await smallLine(100, { calledTo: () => 0 });
  const over = new AbortController();
  const tenMinutes = Date.now() + 600_000;
  let departed = 0;
  const { waited, turnedAway } = await letComeIn(
    2,
    taskFor(url, tenMinutes, { people: 1_000, awayShare: 0, bots: 0 }),
    {
      onSecond: (second) => {
        departed += second.departed;
        if (second.second === 2) over.abort();
      },
      over: over.signal,
    },
  );
  expect(waited.length).toBeGreaterThan(0);
  expect(waited.length).toBeLessThan(50);
  expect(waited.every(({ looks, outcome }) => looks > 0 && outcome === undefined)).toBe(true);
  expect(departed).toBe(waited.length);
  expect([turnedAway, emails]).toEqual([[], []]);
});

test('a person who gets no pass because of an error is not forgotten', async () => {
  const broken = { status: 400, body: 'no line here' };
  const { url } = await smallLine(100, {
    calledTo: () => 1,
    instead: (path) => (path.endsWith('/pass') ? broken : undefined),
  });
  const { waited, turnedAway } = await letComeIn(1, taskFor(url, longAgo(), { bots: 0 }), {});
  expect(waited).toEqual([]);
  expect(turnedAway).toHaveLength(wish.people);
  expect(turnedAway[0]).toContain('no line here');
});

const late = (milliseconds: number) => {
  const histogram = new Histogram();
  for (let n = 0; n < 100; n++) histogram.record(milliseconds * 1000);
  return histogram.toString();
};
const loaded = (lateMs: number, busiestShare: number, maxMemoryMb: number): LineResults => ({
  waited: [],
  turnedAway: [],
  steps: [],
  seconds: [],
  duration: 1,
  generatorLoad: {
    cpuSeconds: 1,
    busiestShare,
    lateness: late(lateMs),
    departureLateness: late(lateMs / 2),
    maxMemoryMb,
    bytesSent: 0,
    bytesReceived: 0,
    connections: 0,
  },
});

test('one late generator of four makes a line late, and the memory is that of all', () => {
  const { generatorLoad } = mergeLines([loaded(2, 0.1, 200), loaded(90, 0.95, 300), loaded(3, 0.2, 200)]);
  const p99 = (text: string) => Math.round(Histogram.parse(text).percentile(0.99) / 1000);
  expect([p99(generatorLoad.lateness), p99(generatorLoad.departureLateness)]).toEqual([90, 45]);
  expect(generatorLoad).toMatchObject({ busiestShare: 0.95, maxMemoryMb: 700, cpuSeconds: 3 });
});
