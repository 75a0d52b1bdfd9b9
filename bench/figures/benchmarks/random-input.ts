import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { httpRoutes } from '../../../lambdas/contract/routes';
import { randomOf } from '../../../loadtest/generator/random';
import { readMemory } from '../../../loadtest/target/process-usage';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { inspectable, liveObjectsOf } from '../machine/live-objects';
import { type RandomRequest, randomRequest } from '../random/random-request';
import { figuresOf, type Measured } from '../results';
import { benchRace, benchRaceId } from '../system/bench-race';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly seconds: number;
  /** Requests a second. */
  readonly rate: number;
  /** Seconds of the same before the first look at the memory: caches fill, and code is compiled. */
  readonly warmUp: number;
}

const sizes = {
  full: { seconds: 3_600, rate: 100, warmUp: 120 },
  short: { seconds: 20, rate: 100, warmUp: 5 },
} as const satisfies Record<string, Size>;

const seed = 23;
const timeoutMs = 30_000;
/** Characters of a path, a body or an answer that a note shows, and of a line of a log. */
const [mostShown, mostOfLog] = [200, 600];
/** Processes that whatever is sent comes to. */
const watched = ['gateway', 'sources'] as const;

/** The process of each name, and its memory. */
const memories = ({ system }: Pick<OwnSystem, 'system'>): ReadonlyMap<string, { pid: number; megabytes: number }> => {
  const pids = Object.entries(system.pids).map(([name, pid]) => ({ name, pid }));
  const read = readMemory(pids);
  return new Map(pids.map(({ name, pid }) => [name, { pid, megabytes: read.get(name) ?? Number.NaN }]));
};

interface Answer {
  /** The status, or why there was none. */
  readonly what: number | string;
  /** The body of an answer that is wrong. */
  readonly text?: string;
}

const send = (url: string, agent: Agent, { method, path, headers, body }: RandomRequest): Promise<Answer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const length = body ? { 'content-length': String(body.length) } : {};
    const asked = request({ hostname, port, method, path, agent, headers: { ...headers, ...length } }, (answer) => {
      const what = answer.statusCode ?? 0;
      const chunks: Buffer[] = [];
      if (!isRight(what)) answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.resume().once('end', () => resolve({ what, text: Buffer.concat(chunks).toString() }));
      answer.once('error', (error) => resolve({ what: error.message }));
    });
    asked.setTimeout(timeoutMs, () => asked.destroy(new Error('no answer in time')));
    asked.once('error', (error) => resolve({ what: error.message }));
    asked.end(body);
  });

/** What the answers were, by status or reason. */
type Answers = Map<number | string, number>;

/** Megabytes of live objects, by process. */
const liveObjects = async ({
  system,
  dataDir,
}: Pick<OwnSystem, 'system' | 'dataDir'>): Promise<ReadonlyMap<string, number>> =>
  new Map(
    await Promise.all(
      watched.map(async (name) => {
        const pid = system.pids[name];
        if (pid === undefined) throw new Error(`There is no process ${name}.`);
        return [name, await liveObjectsOf(pid, join(dataDir, 'logs', `${name}.log`))] as const;
      }),
    ),
  );

/** Lines of logs that say why a request was not answered, or what was wrong with the answer of this number. */
const logged = ({ dataDir }: Pick<OwnSystem, 'dataDir'>, answers: string): readonly string[] => {
  const ids = [...answers.matchAll(/"requestId":"([^"]+)"/g)].map(([, id = '']) => id);
  const folder = join(dataDir, 'logs');
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const isMeant = (line: string) =>
    line.includes('could not answer') || (line.includes('"ERROR"') && ids.some((id) => line.includes(id)));
  return lines.filter(isMeant);
};

export const measureRandomInput = async (
  own: Pick<OwnSystem, 'system' | 'dataDir'>,
  { seconds, rate, warmUp }: Size,
  { signal }: Pick<Stage, 'signal'>,
): Promise<Measured> => {
  const url = own.system.urls.page;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const random = randomOf(seed);
  const routes = Object.keys(httpRoutes) as [string, ...string[]];
  /** Of each wrong answer: what was asked, with which body, and what was said. */
  const wrong: string[] = [];
  const sendFor = async (time: number, answers: Answers): Promise<void> => {
    const under: Promise<void>[] = [];
    const began = performance.now();
    for (let n = 0; n < time * rate; n++) {
      const wait = began + (n / rate) * 1_000 - performance.now();
      if (wait > 1) await setTimeout(wait, undefined, { signal });
      const asked = randomRequest(random, routes, { known: benchRaceId, origin: url });
      const answered = send(url, agent, asked).then(({ what, text = '' }) => {
        answers.set(what, (answers.get(what) ?? 0) + 1);
        if (isRight(what)) return;
        const shown = [`${asked.method} ${asked.path}`, asked.body?.toString('latin1') ?? '', text];
        wrong.push(`Wrong: ${what} at ${shown.map((one) => `\`${one.slice(0, mostShown)}\``).join(', ')}.`);
      });
      under.push(answered);
      // An hour has many: those that are answered need not be kept.
      if (under.length >= 1_000) await Promise.all(under.splice(0, 500));
    }
    await Promise.all(under);
  };
  const answers: Answers = new Map();
  await sendFor(warmUp, new Map());
  const live: ReadonlyMap<string, number>[] = [];
  const before = memories(own);
  live.push(await liveObjects(own));
  await sendFor(seconds / 2, answers);
  const halfway = memories(own);
  live.push(await liveObjects(own));
  await sendFor(seconds / 2, answers);
  const after = memories(own);
  live.push(await liveObjects(own));
  agent.destroy();
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const bad = [...answers].reduce((sum, [what, count]) => sum + (isRight(what) ? 0 : count), 0);
  const grownSince = (earlier: typeof before) => {
    const grown = [...earlier].map(([name, { megabytes }]) => (after.get(name)?.megabytes ?? Number.NaN) - megabytes);
    return Math.max(...grown.filter((megabytes) => !Number.isNaN(megabytes)));
  };
  return {
    kind: 'measured',
    figures: figuresOf({
      answered: total - bad,
      wrong: bad,
      ended: [...before].filter(([name, { pid }]) => after.get(name)?.pid !== pid).length,
      growth: grownSince(before),
      lateGrowth: grownSince(halfway),
      live: Math.max(...watched.map((name) => (live.at(-1)?.get(name) ?? 0) - (live[0]?.get(name) ?? 0))),
    }),
    details: [
      {
        head: ['process', 'MB at the start', 'MB halfway', 'MB at the end'],
        rows: [...before].map(([name, { megabytes }]) => [
          name,
          number(megabytes),
          number(halfway.get(name)?.megabytes ?? Number.NaN),
          number(after.get(name)?.megabytes ?? Number.NaN),
        ]),
      },
      {
        head: ['process', 'MB of live objects at the start', 'halfway', 'at the end'],
        rows: watched.map((name) => [name, ...live.map((all) => number(all.get(name) ?? Number.NaN))]),
      },
      {
        head: ['answer', 'times'],
        rows: [...answers].sort(([, a], [, b]) => b - a).map(([what, count]) => [String(what), number(count)]),
      },
    ],
    notes: [
      ...wrong.slice(0, 10),
      ...logged(own, wrong.join())
        .slice(0, 10)
        .map((line) => `Logged: \`${line.slice(0, mostOfLog)}\`.`),
    ],
  };
};

/** Whatever was sent, the system must say what is wrong with it, and stay. */
const isRight = (what: number | string): boolean => typeof what === 'number' && what >= 200 && what < 500;

export const randomInput: Benchmark = {
  id: 'random-input',
  title: 'An hour of random input',
  baseline: 'none published.',
  how: `${number(sizes.full.rate)} random requests a second for ${number(sizes.full.seconds)} s, of every route of the API, with paths, headers and bodies that are right in parts (short: ${sizes.short.seconds} s). The memory of each process is what it has alone and its share of the rest, after ${sizes.full.warmUp} s of the same, halfway and at the end. Live objects are what is left when the garbage was collected.`,
  goals: [
    { id: 'answered', name: 'requests that were answered', unit: '' },
    {
      id: 'wrong',
      name: 'answers of 500 and above, or none',
      unit: '',
      target: { most: 0 },
      heldBy: 'The notes below name them.',
    },
    { id: 'ended', name: 'processes that ended', unit: '', target: { most: 0 } },
    {
      id: 'growth',
      name: 'memory that a process gained, at most',
      unit: 'MB',
      target: { most: 64 },
      fullOnly: true,
      heldBy:
        'The first table below says which process. Where the live objects of the second one stay as they are, nothing keeps what strangers sent: V8 gives memory back late.',
    },
    { id: 'lateGrowth', name: 'the same in the second half', unit: 'MB' },
    {
      id: 'live',
      name: 'live objects that gateway or sources gained, at most',
      unit: 'MB',
      target: { most: 16 },
      fullOnly: true,
      heldBy: 'The second table below says which process.',
    },
  ],
  measure: (stage) =>
    withSystem([benchRace(1_000)], (own) => measureRandomInput(own, sizeOf(sizes, stage.size), stage), {
      env: inspectable,
    }),
};
