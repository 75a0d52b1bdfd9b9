import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { LineOptions } from '../../loadtest/line/line-options';
import { lineInTerminal } from '../../loadtest/line/line-report';
import { inTurnOf, lineVerdict, rangesOf } from '../../loadtest/line/line-verdict';
import { runLine, type Strike } from '../../loadtest/line/run-line';
import type { LineRun } from '../../loadtest/line/waited';
import type { Check } from '../../loadtest/report/test-report';
import { lasts, soon } from './system/soon';

const line = {
  awayShare: 0.1,
  bots: 1,
  think: [0.5, 2],
  seed: 1,
  card: '4242424242424242',
  processes: 1,
  rate: 200,
} as const;
export const fullLine: LineOptions = {
  ...line,
  people: 3_000,
  spots: 1_000,
  lobbySeconds: 90,
  passesOfBot: 100,
  minutes: 20,
  // What is lost with the cache comes back by itself within five minutes.
  holdSeconds: 180,
};
export const shortLine: LineOptions = {
  ...line,
  people: 400,
  spots: 150,
  lobbySeconds: 90,
  passesOfBot: 20,
  minutes: 8,
};

export interface LinedUp {
  readonly checks: readonly Check[];
  readonly lines: string;
}

/** While something is away people ask late, and what they were told of their wait could not know of it. */
const mayDiffer = ['asked in vain', 'ranges kept'];

type Moment = Parameters<Strike>[0];

const fromGun =
  (seconds: number) =>
  ({ gun }: Moment): Promise<void> =>
    setTimeout(Math.max(0, gun + seconds * 1000 - Date.now()));
const whenCalling =
  (share: number) =>
  ({ when }: Moment): Promise<void> =>
    when('calling', share);

/** What is killed, in order. */
const kills: readonly (readonly [what: string, name: string, isTime: (moment: Moment) => Promise<void>])[] = [
  // People have a pass and are not in the list yet.
  ['the primary database, while passes are issued', 'postgres', fromGun(-6)],
  ['the pollers of all queues, while passes are issued', 'sources', fromGun(-2)],
  ['the pollers, after the gun', 'sources', fromGun(4)],
  ['tick, document and passes, after the gun', 'gateway', fromGun(7)],
  [
    'the pollers, while the public number is waited for',
    'sources',
    ({ when }) => Promise.race([when('drawing', 0), when('calling', 0)]),
  ],
  ['the cache of counters, turns and the document', 'memcached-data', whenCalling(0.1)],
  ['tick, document and admission', 'gateway', whenCalling(0.25)],
  ['the primary database', 'postgres', whenCalling(0.4)],
  ['the cache again', 'memcached-data', whenCalling(0.5)],
  ['the pollers, while people register', 'sources', whenCalling(0.6)],
];

/** The last ones of them strike while people are called. */
const whileCalling = 5;

/** Seconds after the last kill: who held a spot then has paid for it. */
const paidAfter = 20;

/** Milliseconds. The tick after that counts what has come back, and everybody is shown it. */
const shownAfterMs = 5_000;

/**
 * A block whose counter is lost keeps its spots until its last hold has ended: as if that had been so. Nobody who told a range could know
 * of this jump. It ends when everybody is shown what came of it.
 */
const letBlocksEnd = async (url: string): Promise<NonNullable<LineRun['jump']>> => {
  const asked = (statement: string) => async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rowCount !== 0;
    } finally {
      await client.end();
    }
  };
  const from = Date.now();
  await soon('the database takes the passing of time', 60, asked(dayPasses));
  await soon('what ended has come back', 90, asked(hasComeBack));
  return { from, until: Date.now() + shownAfterMs };
};

const dayPasses = `
  WITH passed AS (
    UPDATE block SET deal_until = deal_until - interval '1 day', closes_at = closes_at - interval '1 day' WHERE NOT closed)
  SELECT 1`;

const hasComeBack = 'SELECT 1 WHERE NOT EXISTS (SELECT FROM block WHERE NOT closed AND closes_at < clock_timestamp())';

/** Whether all who came are drawn, the order is kept, and everybody who was called is served, whatever is killed. */
export const lineUpThroughKills = async (
  wish: LineOptions,
  say: (news: string) => void,
  signal: AbortSignal,
): Promise<LinedUp> => {
  const killed: string[] = [];
  const jumps: NonNullable<LineRun['jump']>[] = [];
  const strike: Strike = async (moment) => {
    const { system } = moment;
    for (const [what, name, isTime] of kills) {
      await isTime(moment);
      const pid = system.pids[name];
      if (pid === undefined) throw new Error(`There is no process ${name}.`);
      say(`killed: ${what} (${name})`);
      // PostgreSQL rolls everything back and recovers, as after a fail-over.
      process.kill(pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
      killed.push(what);
      await soon(`${name} runs again`, 60, async () => (system.pids[name] ?? pid) !== pid);
    }
    await lasts(paidAfter);
    if (wish.holdSeconds === undefined) jumps.push(await letBlocksEnd(system.urls.ownerDatabase));
  };
  const whole = await runLine(wish, say, signal, strike);
  const [jump] = jumps;
  const run = { ...whole, ...(jump && { jump }) };
  say(
    `${rangesOf(run).unknown} ranges are not judged: their time was not over when time jumped, or when the run ended`,
  );
  const calls = new Set(inTurnOf(run).map(({ calledAt }) => calledAt)).size;
  return {
    checks: [
      ...lineVerdict(run, wish).filter(({ name }) => !mayDiffer.includes(name)),
      {
        name: 'passes that people had, and that were recorded too late for the draw',
        expected: '0',
        actual: `${run.list.late} of ${run.list.count + run.list.late}`,
        holds: run.list.late === 0,
      },
      // Else the kills hit nobody, and prove nothing.
      {
        name: 'kills, and calls of people who asked',
        expected: `${kills.length}, at least ${whileCalling}`,
        actual: `${killed.length}, ${calls}`,
        holds: killed.length === kills.length && calls >= whileCalling,
      },
    ],
    lines: lineInTerminal(run, wish),
  };
};
