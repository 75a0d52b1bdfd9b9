import type { LiveOptions } from '../../../loadtest/live/live-options';
import { liveVerdict } from '../../../loadtest/live/live-report';
import { type Lived, runLive } from '../../../loadtest/live/run-live';
import { scenarios } from '../../../loadtest/scenarios/all';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { type Attempt, highestRate } from '../highest-rate';
import { type Looked, latencyOf, letLook } from '../look-crowd';
import { figuresOf, type Measured } from '../results';
import { benchFeed, headPath } from '../system/bench-feed';
import { benchRace } from '../system/bench-race';
import { withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly crowd: LiveOptions;
  /** The length of each attempt at a rate. */
  readonly seconds: number;
  readonly halvings: number;
}

/** A race tells something every five seconds, and in its last minutes each second. */
const crowd = { rates: [0.2, 1], hasKills: false, seed: 1 } as const;
const sizes = {
  full: { crowd: { ...crowd, followers: 60_000, minutes: 10, allowed: 3_000 }, seconds: 10, halvings: 2 },
  short: { crowd: { ...crowd, followers: 500, minutes: 0.5, allowed: 6_000 }, seconds: 3, halvings: 1 },
} as const satisfies Record<string, Size>;

const [leastRate, mostRate, p99LimitMs] = [2_000, 32_000, 100];
/** Followers ask every few seconds, and a CDN all the time: their connections stay open. */
const headAddresses = 40;
/**
 * For each of two generators, so 1,000 in all: enough for 10,000 heads a second that take 100 ms each. Without a bound, each request that
 * finds the edge busy for a moment opens one more connection, which costs the edge five times as much as the answer.
 */
const headConnections = 500;
/** A timer of the generator that is later than this makes who is late look like what is late. */
const mostLateMs = 1_000;

interface Tried extends Attempt {
  readonly p99: number;
  readonly looked: Looked;
}

/** The highest rate of heads through one edge. */
const measureRate = ({ seconds, halvings }: Size, { say, signal }: Stage) =>
  withSystem(
    [benchRace(1)],
    async ({ system }) => {
      const scenario = { ...scenarios.stream, does: 'look', views: [{ name: 'head', path: headPath }] } as const;
      const at = (rate: number, time: number) =>
        letLook({
          url: system.urls.page,
          scenario,
          visitors: Math.ceil(rate * time),
          within: time,
          addresses: headAddresses,
          connections: headConnections,
          signal,
        });
      await at(leastRate, 2);
      const attempt = async (rate: number): Promise<Tried> => {
        const looked = await at(rate, seconds);
        const { p99 } = latencyOf(looked, 'head');
        const isKept = p99 <= p99LimitMs && looked.errors === 0;
        const isVoid = looked.void.length > 0;
        say(`  ${rate}/s: p99 ${number(p99)} ms${isVoid ? ', void' : ''}`);
        return { rate, p99, looked, verdict: isVoid ? 'void' : isKept ? 'kept' : 'missed' };
      };
      return highestRate(attempt, { from: leastRate, most: mostRate, halvings });
    },
    { orders: benchFeed() },
  );

const measureLive = async (size: Size, stage: Stage): Promise<Measured> => {
  const { best, attempts, limit } = await measureRate(size, stage);
  const lived = await runLive(size.crowd, (news) => stage.say(`  ${news}`), stage.signal);
  const { met, published } = lived;
  const late =
    lived.lateMs > mostLateMs ? [`a timer of the generator in a hundred was late by ${number(lived.lateMs)} ms`] : [];
  return {
    kind: 'measured',
    figures: [
      ...figuresOf(
        { rate: best?.rate ?? 0 },
        limit === 'generator' ? ['The generator was the limit before the system was.'] : [],
      ),
      // Nothing that is late on the way can make up for what is missing, so these count in any case.
      ...figuresOf({
        missed: met.missed,
        twice: met.duplicates,
        disorder: met.disorder,
        whole: (100 * lived.whole) / size.crowd.followers,
        origin: lived.mostOrigin.heads,
      }),
      ...figuresOf(
        {
          seen: met.seen.percentile(0.5) / 1000,
          seenLate: met.seen.percentile(0.99) / 1000,
          publish: published.percentile(0.99),
          requests: lived.requestsPerSecond,
        },
        late,
      ),
    ],
    details: [
      {
        head: ['heads/s planned', 'answered/s', 'connections', 'p99, ms', 'errors', ''],
        rows: attempts.map(({ rate, looked, p99, verdict }) => [
          ...[rate, looked.totals.requests / looked.totals.seconds, looked.connections, p99, looked.errors].map(number),
          verdict,
        ]),
      },
    ],
    notes: [...notesOf(lived, size.crowd)],
  };
};

const notesOf = (lived: Lived, crowd: LiveOptions): readonly string[] => {
  const { followers, minutes, rates, allowed } = crowd;
  const { met } = lived;
  const failed = liveVerdict(lived, crowd).filter(({ holds }) => !holds);
  return [
    `${number(followers)} followers for ${minutes} minutes on ${number(lived.connections)} connections that they share, ${rates.join(', then ')} messages a second, ${lived.told} in all; ${number(allowed)} requests a second allowed.`,
    `${number(met.heads)} heads, ${number(met.segments)} segments, ${number(met.presences)} who said by lot that they follow; ${number(met.errors)} answers were errors; a head p99 ${number(met.answers.percentile(0.99))} ms.`,
    `5 % sleep for 10 to 120 s: what was told meanwhile they saw after ${number(met.seenLater.percentile(0.5) / 1000)} s (median), which is no figure of the system. At the origin ${number(lived.mostOrigin.segments)} segments in the busiest second. The generator's timers were late by ${number(lived.lateMs)} ms (p99).`,
    ...failed.map(({ name, actual, expected }) => `Failed: ${name}: ${actual}, expected ${expected}.`),
  ];
};

const shared =
  'Two cores carry the generator with all followers, the edge, the functions and the database. What would lift it: a generator on a machine of its own.';

export const live: Benchmark = {
  id: 'live',
  title: 'Live feed',
  baseline:
    'nginx with the HTTP push module on servers of its own: 45,000 requests a second of 1 kB, 60,001 subscribers; subscribers who were not waiting missed the message, and publishing took more than a second when it was hit harder.',
  how: `first the highest rate of heads of 1 kB through one edge, on at most ${2 * headConnections} connections that stay open (${sizes.full.seconds} s each; short: ${sizes.short.seconds} s). Then ${number(sizes.full.crowd.followers)} people follow a race for ${sizes.full.crowd.minutes} minutes by the page's own reducer; they share few connections, because this machine has no more files to open. 5 % sleep, 1 % come late, 1 % load the page again. Afterwards what each applied is compared with the table (short: ${sizes.short.crowd.followers}).`,
  goals: [
    {
      id: 'rate',
      name: 'heads of 1 kB at p99 ≤ 100 ms',
      unit: '/s',
      baseline: '45,000/s',
      normalised: { by: 'node', as: 'rate' },
      target: { least: 10_000 },
      heldBy: `${shared} On a connection that is open, the edge uses some 20 µs for a head, most of it to read from and write to the socket.`,
    },
    {
      id: 'missed',
      name: 'messages missed',
      unit: '',
      baseline: 'all who did not wait',
      target: { most: 0 },
      fullOnly: true,
    },
    { id: 'twice', name: 'messages shown twice', unit: '', target: { most: 0 }, fullOnly: true },
    { id: 'disorder', name: 'messages out of order', unit: '', target: { most: 0 }, fullOnly: true },
    { id: 'whole', name: 'followers with all of the table', unit: '%', target: { least: 100 }, fullOnly: true },
    { id: 'seen', name: 'published to seen, by those awake, median', unit: 's' },
    { id: 'seenLate', name: 'the same, p99', unit: 's', target: { most: 30 }, fullOnly: true, heldBy: shared },
    {
      id: 'publish',
      name: 'to publish with the whole crowd, p99',
      unit: 'ms',
      baseline: 'over a second',
      target: { most: 100 },
      fullOnly: true,
      heldBy: shared,
    },
    { id: 'origin', name: 'heads at the origin in a second, at most', unit: '', target: { most: 2 }, fullOnly: true },
    { id: 'requests', name: 'requests of the crowd', unit: '/s' },
  ],
  measure: (stage) => measureLive(sizeOf(sizes, stage.size), stage),
};
