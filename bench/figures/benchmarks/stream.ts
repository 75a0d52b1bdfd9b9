import { resolve } from 'node:path';
import { scenarios } from '../../../loadtest/scenarios/all';
import { makeCertificate } from '../../../local/emulator/certificate';
import { startChild } from '../../cache/start-child';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { type Looked, latencyOf, letLook } from '../look-crowd';
import { rateOfHost } from '../rate-of-host';
import { type Detail, figuresOf, type Measured } from '../results';
import { cpuOf, Started } from '../servers/say';
import { benchFeed, headPath } from '../system/bench-feed';
import { benchRace } from '../system/bench-race';
import { cpuUsedBy } from '../system/cpu-used';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  /** Requests a second, the same for hello and stream; less where the host cannot make so many connections. */
  readonly rate: number;
  readonly seconds: number;
  /** Rounds of hello and stream in turn. */
  readonly rounds: number;
}

const sizes = {
  full: { rate: 1_500, seconds: 15, rounds: 3 },
  short: { rate: 500, seconds: 3, rounds: 1 },
} as const satisfies Record<string, Size>;

const kinds = ['hello', 'stream'] as const;
/** Seconds of each attempt to find the rate. An attempt that the host cannot bear takes many times as long, so it is short. */
const attemptSeconds = 3;
/** An attempt that takes so many times as long as it should falls further behind each second. */
const mostDelay = 1.2;
/** A visitor tries no more so many seconds after the end of a round. */
const afterRoundSeconds = 10;
/** Stream is what followers of a race ask for again and again: the head of its live feed. */
const asked = {
  hello: scenarios.hello,
  stream: { ...scenarios.stream, does: 'look', views: [{ name: 'stream', path: headPath }] },
} as const;
type Kind = (typeof kinds)[number];

/** The site's own name, and an address that nobody registered, as a CDN gives to each site. */
const names = { own: 'localhost', given: '127.0.0.1' } as const;
type Name = keyof typeof names;
const urlsOf = (protocol: string, port: number): Door['urls'] => ({
  own: `${protocol}://${names.own}:${port}`,
  given: `${protocol}://${names.given}:${port}`,
});

interface Round {
  /** Requests a second that were planned. */
  readonly rate: number;
  readonly name: Name;
  readonly kind: Kind;
  readonly cpuMicros: number;
  readonly looked: Looked;
}

interface Door {
  /** With the name in it that the browsers ask for. */
  readonly urls: Readonly<Record<Name, string>>;
  /** CPU seconds so far, in addition to the gateway's. */
  readonly cpu: () => Promise<number>;
}

const cells = (['own', 'given'] as const).flatMap((name) => kinds.map((kind) => ({ name, kind })));

const measureThrough = async (
  own: OwnSystem,
  door: Door,
  { rate: most, seconds, rounds }: Size,
  { signal, say }: Stage,
) => {
  const found: Round[] = [];
  const look = (name: Name, kind: Kind, time: number, rate: number) =>
    letLook({
      url: own.system.urls.page,
      door: door.urls[name],
      scenario: asked[kind],
      visitors: Math.ceil(rate * time),
      within: time,
      deadlineSeconds: time + afterRoundSeconds,
      signal,
    });
  // Warms up compiled code, too. A visitor is a new connection, and over HTTPS a handshake: a slow host that is sent more of them than it
  // can make falls behind by minutes in each round.
  const rate = await rateOfHost(async (rate) => {
    const { totals, errors } = await look('own', 'stream', attemptSeconds, rate);
    say(`  ${door.urls.own}: ${rate}/s for ${attemptSeconds} s took ${number(totals.seconds)} s`);
    return errors === 0 && totals.seconds <= mostDelay * attemptSeconds;
  }, most);
  for (const kind of kinds) await look('own', kind, seconds, rate);
  for (const { name, kind } of Array.from({ length: rounds }, () => cells).flat()) {
    const before = await door.cpu();
    const { result: looked, seconds: used } = await cpuUsedBy(own.system, ['gateway'], () =>
      look(name, kind, seconds, rate),
    );
    const cpuMicros = ((used + (await door.cpu()) - before) * 1e6) / looked.totals.requests;
    found.push({ rate, name, kind, cpuMicros, looked });
  }
  return found;
};

const through = {
  http: (own: OwnSystem, size: Size, stage: Stage) =>
    measureThrough(own, { urls: urlsOf('http', own.system.ports.page), cpu: async () => 0 }, size, stage),
  /** The generators are new processes each time; they trust the certificate by NODE_EXTRA_CA_CERTS. */
  https: async (own: OwnSystem, size: Size, stage: Stage) => {
    const certificate = await makeCertificate(own.dataDir);
    const child = startChild(resolve('bench/figures/servers/tls-door.ts'));
    process.env.NODE_EXTRA_CA_CERTS = certificate.file;
    try {
      const question = { kind: 'start', to: own.system.ports.page, certificate };
      const { port } = await child.ask(question, Started);
      return await measureThrough(own, { urls: urlsOf('https', port), cpu: () => cpuOf(child) }, size, stage);
    } finally {
      delete process.env.NODE_EXTRA_CA_CERTS;
      await child.stop();
    }
  },
} as const;

/** What one answer uses, at best. The minimum is right: other work on the machine only ever adds CPU time. */
const leastCpu = (rounds: readonly Pick<Round, 'kind' | 'cpuMicros'>[], kind: Kind): number =>
  Math.min(...rounds.filter((round) => round.kind === kind).map(({ cpuMicros }) => cpuMicros));

/** The rounds whose generator kept up. When a kind has none, all rounds, with the reasons why they are void. */
const judged = (rounds: readonly Round[]): { readonly rounds: readonly Round[]; readonly why: readonly string[] } => {
  const valid = rounds.filter(({ looked }) => looked.void.length === 0);
  if (kinds.every((kind) => valid.some((round) => round.kind === kind))) return { rounds: valid, why: [] };
  return { rounds, why: [...new Set(rounds.flatMap(({ looked }) => looked.void))] };
};

const measureStream = (size: Size, stage: Stage): Promise<Measured> =>
  withSystem([benchRace(1_000)], measureDoors(size, stage), { orders: benchFeed() });

export const measureDoors =
  (size: Size, stage: Stage) =>
  async (own: OwnSystem): Promise<Measured> => {
    const http = judged(await through.http(own, size, stage));
    const https = judged(await through.https(own, size, stage));
    const all = [...http.rounds, ...https.rounds].map(({ looked }) => looked);
    const ratio = (rounds: readonly Round[]) => leastCpu(rounds, 'hello') / leastCpu(rounds, 'stream');
    const p99s = https.rounds.map(({ kind, looked }) =>
      kind === 'stream' ? latencyOf(looked, 'stream').p99 : Infinity,
    );
    const slower = Object.entries({ HTTP: http, HTTPS: https }).flatMap(([name, { rounds }]) => {
      const rate = rounds[0]?.rate ?? size.rate;
      if (rate === size.rate) return [];
      return `${name} at ${number(rate)} requests a second: this host cannot make ${number(size.rate)} connections a second.`;
    });
    const firstError = all.find((looked) => looked.firstError)?.firstError;
    return {
      kind: 'measured',
      figures: [
        ...figuresOf({ http: ratio(http.rounds) }, http.why),
        ...figuresOf({ https: ratio(https.rounds), p99: Math.min(...p99s) }, https.why),
        ...figuresOf({ errors: all.reduce((sum, { errors }) => sum + errors, 0) }, [...http.why, ...https.why]),
      ],
      details: [byDoor({ http: http.rounds, https: https.rounds })],
      notes: [...slower, ...(firstError ? [`An error: ${firstError}`] : [])],
    };
  };

/** The eight cells, each with its best round. */
const byDoor = (doors: Readonly<Record<keyof typeof through, readonly Round[]>>): Detail => ({
  head: ['', 'CPU of the system, µs an answer', 'answers/s', 'p99, ms', 'errors and time-outs'],
  rows: Object.entries(doors).flatMap(([door, rounds]) =>
    cells.map(({ name, kind }) => {
      const of = rounds.filter((round) => round.name === name && round.kind === kind);
      return [
        `${kind}, ${door.toUpperCase()}, ${name === 'own' ? 'own name' : 'given name'}`,
        number(leastCpu(of, kind)),
        number(Math.max(...of.map(({ looked }) => looked.totals.requests / looked.totals.seconds))),
        number(Math.min(...of.map(({ looked }) => latencyOf(looked, kind).p99))),
        number(of.reduce((sum, { looked }) => sum + looked.errors, 0)),
      ];
    }),
  ),
});

const held = 'The part of a request that is not HTTP: the table below has it, per answer.';

export const stream: Benchmark = {
  id: 'stream',
  title: 'Stream and hello',
  baseline:
    'an API on Node asked for a fixed answer ("hello") and for its data ("stream"), a minute each: 289,421 against 159,749 hits over HTTP, 98,404 against 43,046 over HTTPS; in the end 10,000 requests a second under 100 ms.',
  how: `hello is the smallest file of the page; stream the head of a live feed of about 1 kB, which changes each second, through function and CDN cache as simulated by the gateway; both at ${number(sizes.full.rate)} requests a second, in turns (short: ${number(sizes.short.rate)}), or as many as the host can make connections for. Their ratio is that of the CPU an answer uses, TLS included, which is that of the answers a full machine would give. Each of the eight cells, with the site's own name and with an address, has its row below; the gateway answers any name in the same way.`,
  goals: [
    { id: 'http', name: 'stream to hello over HTTP', unit: '', baseline: '0.55', target: { least: 0.9 }, heldBy: held },
    {
      id: 'https',
      name: 'stream to hello over HTTPS',
      unit: '',
      baseline: '0.44',
      target: { least: 0.9 },
      heldBy: held,
    },
    {
      id: 'p99',
      name: 'p99 of stream over HTTPS',
      unit: 'ms',
      baseline: 'under 100 ms',
      target: { most: 100 },
      heldBy:
        'Two cores are shared with the generator, which makes the handshakes too. What would lift it: a generator on a machine of its own.',
    },
    {
      id: 'errors',
      name: 'visitors who saw an error',
      unit: '',
      baseline: '2.22 % HTTP, 17.09 % HTTPS',
      target: { most: 0 },
    },
  ],
  measure: (stage) => measureStream(sizeOf(sizes, stage.size), stage),
};
