import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { deadLettersName } from '../../../lib/event-sources';
import { scenarios } from '../../../loadtest/scenarios/all';
import { openQueueClient } from '../../../local/queue-client';
import { type Child, startChild } from '../../cache/start-child';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { letLook } from '../look-crowd';
import { figuresOf, type Measured } from '../results';
import { cpuOf, Started } from '../servers/say';
import { benchRace } from '../system/bench-race';
import { cpuUsedBy } from '../system/cpu-used';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Messages, each sent, received and deleted by itself. */
  readonly messages: number;
  readonly rounds: number;
}

const sizes = {
  full: { rate: 1_500, seconds: 10, messages: 5_000, rounds: 3 },
  short: { rate: 500, seconds: 3, messages: 1_000, rounds: 1 },
} as const satisfies Record<string, Size>;

/** Nobody polls it. */
const queue = deadLettersName('registrations');
const message = { runner: { firstName: 'Ada', lastName: 'Abara', email: 'ada@example.com' }, note: 'x'.repeat(600) };

const startFloor = async (on: 'a raw socket' | 'node:http'): Promise<{ child: Child; url: string }> => {
  const child = startChild(resolve('bench/figures/servers/floor.ts'));
  const { port } = await child.ask({ kind: 'start', on }, Started);
  return { child, url: `http://localhost:${port}` };
};

const cpuOfChildIn = async (child: Child, work: () => Promise<number>): Promise<number> => {
  const before = await cpuOf(child);
  const requests = await work();
  return (((await cpuOf(child)) - before) * 1e6) / requests;
};

const cpuOfPart = async (
  own: Pick<OwnSystem, 'system'>,
  name: string,
  work: () => Promise<number>,
): Promise<number> => {
  const { result, seconds } = await cpuUsedBy(own.system, [name], work);
  return (seconds * 1e6) / result;
};

/** Resolves with the number of requests, three for each message. */
const throughQueue = async (url: string, messages: number, signal: AbortSignal): Promise<number> => {
  const client = openQueueClient(url);
  for (let n = 0; n < messages; n++) {
    await client.sendAll(queue, [message]);
    await client.delete(queue, await client.receive(queue, 1, 1, signal));
  }
  return 3 * messages;
};

/** As many requests of the same kind, to a server that only reads and answers. */
const throughFloor = async (url: string, messages: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ Entries: [{ Id: '0', MessageBody: JSON.stringify(message) }] });
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(body) };
  for (let n = 0; n < 3 * messages; n++)
    await new Promise((done, reject) => {
      const asked = request(url, { agent, method: 'POST', headers }, (answer) => answer.resume().once('end', done));
      asked.once('error', reject).end(body);
    });
  agent.destroy();
  return 3 * messages;
};

export const measureFloor = async (
  own: Pick<OwnSystem, 'system'>,
  { rate, seconds, messages, rounds }: Size,
  { signal }: Pick<Stage, 'signal'>,
): Promise<Measured> => {
  const { urls } = own.system;
  const [raw, http] = [await startFloor('a raw socket'), await startFloor('node:http')];
  try {
    let errors = 0;
    const look = (door: string, path: string) => async (): Promise<number> => {
      const looked = await letLook({
        url: urls.page,
        door,
        scenario: { ...scenarios.hello, does: 'look', views: [{ name: 'hello', path }] },
        visitors: Math.ceil(rate * seconds),
        within: seconds,
        signal,
      });
      errors += looked.errors;
      return looked.totals.requests;
    };
    const costs = {
      raw: () => cpuOfChildIn(raw.child, look(raw.url, '/')),
      http: () => cpuOfChildIn(http.child, look(http.url, '/')),
      file: () => cpuOfPart(own, 'gateway', look(urls.page, '/config.json')),
      called: () => cpuOfPart(own, 'gateway', look(urls.page, '/api/session')),
      posted: () => cpuOfChildIn(http.child, () => throughFloor(http.url, messages)),
      queue: () => cpuOfPart(own, 'queues', () => throughQueue(urls.queues, messages, signal)),
    };
    const found: Record<string, number> = {};
    // One round more, to warm up.
    for (let round = 0; round <= rounds; round++)
      for (const [name, measure] of Object.entries(costs)) {
        const cost = await measure();
        // The least is right: other work on the machine only ever adds CPU time.
        if (round > 0) found[name] = Math.min(found[name] ?? Infinity, cost);
      }
    const of = (name: keyof typeof costs) => found[name] ?? Number.NaN;
    return {
      kind: 'measured',
      figures: figuresOf({
        ...found,
        fileToHttp: of('file') / of('http'),
        calledToHttp: of('called') / of('http'),
        queueToHttp: of('queue') / of('posted'),
        errors,
      }),
      details: [],
      notes: [],
    };
  } finally {
    await Promise.all([raw.child.stop(), http.child.stop()]);
  }
};

const cost = { unit: 'µs', normalised: { by: 'node', as: 'cost' } } as const;

export const floor: Benchmark = {
  id: 'floor',
  title: 'The gateway and the queues above their floor',
  baseline: 'none published.',
  how: `the same requests to servers that do nothing else, on a raw socket and by \`node:http\`, and to our gateway: ${number(sizes.full.rate)} a second for ${sizes.full.seconds} s, in turns; and ${number(sizes.full.messages)} messages, each sent, received and deleted by a request of its own (short: ${number(sizes.short.rate)} a second, ${number(sizes.short.messages)} messages). CPU is that of the server alone.`,
  goals: [
    { id: 'raw', name: 'an answer on a raw socket', ...cost },
    { id: 'http', name: 'an answer of node:http', ...cost },
    { id: 'file', name: 'a file of the gateway', ...cost },
    { id: 'called', name: 'an answer of the gateway, with a function', ...cost },
    { id: 'posted', name: 'a request with a body, node:http', ...cost },
    { id: 'queue', name: 'a request of the queues', ...cost },
    { id: 'fileToHttp', name: 'a file to node:http', unit: '' },
    { id: 'calledToHttp', name: 'an answer with a function to node:http', unit: '' },
    { id: 'queueToHttp', name: 'a request of the queues to node:http', unit: '' },
    { id: 'errors', name: 'requests that failed', unit: '', target: { most: 0 } },
  ],
  measure: (stage) => withSystem([benchRace(4)], (own) => measureFloor(own, sizeOf(sizes, stage.size), stage)),
};
