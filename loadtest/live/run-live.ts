import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import { awsEnvironment, functionAddresses } from '../../local/addresses';
import { demoFeedRace, demoLiveRace } from '../../local/prepare/demo-feed';
import { freeBasePort } from '../../local/services/free-port';
import { type System, startSystem } from '../../local/system';
import { TimerHeap } from '../../local/timer-heap';
import { randomOf } from '../generator/random';
import { rawEngine } from '../http/raw-engine';
import { Histogram } from '../report/histogram';
import { readMemory, readUsage } from '../target/process-usage';
import { LiveFollower, type Met, markOf, readAnswers } from './follower';
import type { LiveOptions } from './live-options';
import { openPublisher } from './open-publisher';
import { type Outage, overclaimsIn, type Unplugging, unplug } from './outages';

/** What one run has shown. */
export interface Lived {
  readonly met: Met;
  /** Messages that the table has. */
  readonly told: number;
  /** Followers who had everything from their first message on, exactly as the table has it. */
  readonly whole: number;
  readonly published: Histogram;
  readonly publishFailures: number;
  readonly seconds: number;
  /** The most requests of heads and segments that reached the origin in one second. */
  readonly mostOrigin: { readonly heads: number; readonly segments: number };
  readonly requestsPerSecond: number;
  readonly connections: number;
  readonly kills: readonly string[];
  readonly outages: readonly Outage[];
  /** How many messages somebody lacked whose page said that it had everything up to a later instant. */
  readonly overclaimed: number;
  /** Until the last follower was in step, after the last message. */
  readonly settledSeconds: number;
  /** How late one of a hundred timers of the generator was, in milliseconds. */
  readonly lateMs: number;
  /**
   * Megabytes of each process of the system: after a fifth of the time, when caches are full and code is compiled, and while the
   * last messages are told.
   */
  readonly memory: Readonly<Record<string, readonly [start: number, end: number]>>;
  /** CPU seconds of the edge, with the functions behind it, while messages were told. Undefined if it was killed in the middle. */
  readonly edgeCpuSeconds: number | undefined;
}

/** So many connections share the crowd. */
const addresses = 80;

const newMet = (): Met => ({
  heads: 0,
  segments: 0,
  presences: 0,
  misses: { heads: 0, segments: 0 },
  bytes: 0,
  errors: 0,
  missed: 0,
  duplicates: 0,
  disorder: 0,
  seen: new Histogram(),
  seenLater: new Histogram(),
  answers: new Histogram(),
  claims: new Map(),
  pollAfter: 0,
});

/** Timers of a whole crowd: one of Node for all of them. */
const openTimers = () => {
  interface Due {
    readonly at: number;
    run: (() => void) | undefined;
  }
  const heap = new TimerHeap<Due>((a, b) => a.at < b.at);
  const tick = setInterval(() => {
    const now = performance.now();
    for (let first = heap.first; first && first.at <= now; first = heap.first) {
      heap.removeFirst();
      first.run?.();
    }
  }, 5);
  return {
    later: (seconds: number, run: () => void) => {
      const due: Due = { at: performance.now() + seconds * 1000, run };
      heap.add(due);
      return () => {
        due.run = undefined;
      };
    },
    stop: () => clearInterval(tick),
  };
};

interface Row {
  readonly number: string;
  readonly text: string | null;
  readonly at: Date;
}

/** The table, as the owner of the database reads it. */
const readTable = async (url: string): Promise<readonly Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(
      `SELECT number, body ->> 'text' AS text, at FROM feed_message WHERE race_id = $1 ORDER BY number`,
      [demoFeedRace],
    );
    return rows;
  } finally {
    await client.end();
  }
};

const named = ({ pids }: System) => Object.entries(pids).map(([name, pid]) => ({ name, pid }));

/** CPU seconds of the edge until now. */
const edgeCpuOf = ({ pids }: System): number =>
  readUsage([{ name: 'gateway', pid: pids.gateway ?? 0 }]).get('gateway')?.cpuSeconds ?? 0;

const kill = (system: System, name: string): void => {
  const pid = system.pids[name];
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
};

/** A crowd follows while somebody tells, in a system of its own; then what each of them has is compared with the table. */
export const runLive = async (
  { followers, minutes, rates, allowed, hasKills, isRandom = false, seed }: LiveOptions,
  say: (news: string) => void,
  signal: AbortSignal,
  unplugging?: Unplugging,
): Promise<Lived> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-live-'));
  const system = await startSystem({
    port: await freeBasePort(),
    dataDir,
    seed: false,
    races: [demoLiveRace(new Date())],
    orders: [{ changeFeed: { raceId: demoFeedRace, state: 'live', allowedPerSecond: allowed } }],
  });
  const { ports, urls } = system;
  const environment = {
    ...awsEnvironment(ports),
    ...functionAddresses(ports, { writer: urls.database, reader: urls.reader, owner: urls.ownerDatabase }),
  };
  const publisher = openPublisher(join(dataDir, 'build/functions'), environment, isRandom);
  const timers = openTimers();
  const engine = rawEngine();
  const lateness = monitorEventLoopDelay({ resolution: 10 });
  const random = randomOf(seed);
  const met = newMet();
  const answers = readAnswers();
  const crowd: LiveFollower[] = [];
  const wait = (seconds: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, seconds * 1000);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    });
  const kills: string[] = [];
  const outages: Outage[] = [];
  const origin = { heads: 0, segments: 0 };
  let before = { ...met.misses, at: performance.now() };
  // Each begins when the one before has ended: a busy generator's seconds are longer, and none is shorter.
  const measure = () => {
    const at = performance.now();
    // A timer may be a fraction of a millisecond early.
    const seconds = Math.max(1, (at - before.at) / 1_000);
    for (const kind of ['heads', 'segments'] as const)
      origin[kind] = Math.max(origin[kind], (met.misses[kind] - before[kind]) / seconds);
    before = { ...met.misses, at };
    meter = setTimeout(measure, 1_000);
  };
  let meter = setTimeout(measure, 1_000);
  try {
    await publisher.start();
    const total = minutes * 60;
    lateness.enable();
    const cpuBefore = edgeCpuOf(system);
    const start = performance.now();
    for (let n = 0; n < followers; n++) {
      const follower = new LiveFollower({
        engine,
        url: urls.page,
        raceId: demoFeedRace,
        address: `127.1.${Math.floor((n % addresses) / 250)}.${1 + (n % addresses)}`,
        random,
        later: timers.later,
        met,
        answers,
      });
      crowd.push(follower);
      // Most come within the first half minute, and one in a hundred any time later.
      const comes = random() < 0.01 ? random() * total * 0.8 : random() * Math.min(30, total / 4);
      timers.later(comes, () => follower.open());
      const happens = (share: number, within: number, what: () => void) => {
        if (random() < share) timers.later(comes + random() * total * within, what);
      };
      // At random, half of them sleep in each ten minutes, and a tenth load the page again.
      const [times, sleeps, reloads] = isRandom ? [Math.ceil(minutes / 10), 0.5, 0.1] : [1, 0.05, 0.01];
      for (let time = 0; time < times; time++) {
        happens(sleeps, 0.7, () => follower.sleep(10 + random() * 110));
        happens(reloads, 0.8, () => follower.reload());
      }
    }
    const reporting = setInterval(() => {
      say(
        `${((performance.now() - start) / 1000).toFixed(0)} s: ${publisher.counts.head} messages, ${met.heads} heads, asked every ${met.pollAfter} s, seen p99 ${(met.seen.percentile(0.99) / 1000).toFixed(1)} s, ${met.errors} errors`,
      );
    }, 20_000);
    let warm: ReadonlyMap<string, number> = new Map();
    const warming = setTimeout(() => {
      warm = readMemory(named(system));
    }, total * 200);
    try {
      for (const [n, rate] of rates.entries()) {
        publisher.rate(rate);
        const part = total / rates.length;
        if (hasKills && n === rates.length - 1) {
          const victims = ['publisher', 'memcached-data', 'gateway', 'postgres'] as const;
          for (const victim of victims) {
            await wait(part / (victims.length + 1));
            say(`killed: ${victim}`);
            kills.push(victim);
            if (victim === 'publisher') await publisher.kill()();
            else kill(system, victim);
          }
          await wait(part / (victims.length + 1));
        } else if (unplugging && n === rates.length - 1)
          outages.push(...(await unplug(unplugging, { system, crowd, publisher, wait, say })));
        else await wait(part);
      }
    } finally {
      clearTimeout(warming);
      clearInterval(reporting);
    }
    const seconds = (performance.now() - start) / 1000;
    const requests = met.heads + met.segments;
    const lateMs = lateness.percentile(99) / 1e6;
    const full = readMemory(named(system));
    const edgeCpuSeconds = hasKills || unplugging ? undefined : edgeCpuOf(system) - cpuBefore;
    await publisher.stop();
    const rows = await readTable(urls.ownerDatabase);
    const told = rows.length;
    const settling = performance.now();
    const isWhole = (follower: LiveFollower) => follower.last === told && follower.isInStep;
    // Everybody wakes, asks once more, and has the last.
    while (!crowd.every(isWhole) && performance.now() - settling < 240_000) await wait(0.25);
    const settledSeconds = (performance.now() - settling) / 1000;
    const prefix: number[] = [0];
    for (const [n, { text }] of rows.entries()) prefix.push(((prefix[n] ?? 0) + markOf(n + 1, text ?? '')) >>> 0);
    const hasAll = (follower: LiveFollower) =>
      isWhole(follower) &&
      follower.marks === ((prefix[told] ?? 0) - (prefix[follower.from - 1] ?? 0)) >>> 0 &&
      rows.every(({ number }, n) => Number(number) === n + 1);
    return {
      met,
      told,
      whole: crowd.filter(hasAll).length,
      published: publisher.published,
      publishFailures: publisher.counts.failures,
      seconds,
      mostOrigin: origin,
      requestsPerSecond: requests / seconds,
      connections: engine.traffic.connections,
      kills,
      outages,
      overclaimed: overclaimsIn(met.claims, rows),
      settledSeconds,
      lateMs,
      edgeCpuSeconds,
      memory: Object.fromEntries([...full].map(([name, end]) => [name, [warm.get(name) ?? end, end] as const])),
    };
  } finally {
    clearTimeout(meter);
    lateness.disable();
    for (const follower of crowd) follower.stop();
    timers.stop();
    engine.close();
    publisher.end();
    await system.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
