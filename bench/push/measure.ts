import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Histogram } from '../../loadtest/report/histogram';
import { thisCommit, thisMachine } from '../../loadtest/report/machine';
import { freeBasePort } from '../../local/services/free-port';

/**
 * `npx tsx bench/push/measure.ts [followers]`: a crowd on a plain SSE server, for the comparison with the live feed. What does
 * a follower cost, how long does publishing take, and what does a restart lose?
 */

/** The machine opens 20,000 files a process. */
const followers = Number(process.argv[2] ?? 8_000);
const messages = 60;
/** Ms between two messages. */
const pace = 1_000;
/** The server is away for so long, in ms; a browser comes back after three seconds, spread by a second here. */
const awayMs = 2_000;
const comesBackMs = 3_000;
const text = 'x'.repeat(1_000);

interface Follower {
  socket: Socket | undefined;
  readonly numbers: number[];
}

interface ServerState {
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly open: number;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const port = await freeBasePort();
const url = `http://127.0.0.1:${port}`;
const sentAt = new Map<number, number>();
const seen = new Histogram();
const published = new Histogram();

const startServer = () =>
  new Promise<ChildProcess>((resolve) => {
    const child = fork(join(import.meta.dirname, 'plain-server.ts'), [String(port)], {
      execArgv: ['--import', 'tsx'],
    });
    child.once('message', () => resolve(child));
  });
const state = async (): Promise<ServerState> => (await fetch(`${url}/cpu`)).json() as never;

let isOver = false;
const follow = (follower: Follower): void => {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /feed HTTP/1.1\r\nhost: push\r\n\r\n'));
  follower.socket = socket;
  socket.on('data', (part: Buffer) => {
    for (const [, digits] of part.toString('latin1').matchAll(/id: (\d+)\n/g)) {
      const number = Number(digits);
      follower.numbers.push(number);
      seen.record(performance.now() - (sentAt.get(number) ?? performance.now()));
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (!isOver) setTimeout(() => follow(follower), comesBackMs + 1_000 * Math.random());
  });
};

/** As ours: a publisher tries again until its message was taken. */
const publish = async (number: number): Promise<void> => {
  const begun = performance.now();
  for (;;) {
    sentAt.set(number, performance.now());
    try {
      const { status } = await fetch(`${url}/${number}`, { method: 'POST', body: text });
      if (status === 204) break;
    } catch {
      await sleep(250);
    }
  }
  published.record(performance.now() - begun);
};

let server = await startServer();
const crowd: Follower[] = Array.from({ length: followers }, () => ({ socket: undefined, numbers: [] }));
for (const [n, follower] of crowd.entries()) {
  follow(follower);
  if (n % 200 === 199) await sleep(50);
}
while ((await state()).open < followers) await sleep(250);

const begin = await state();
for (let number = 1; number <= messages; number++) {
  await publish(number);
  await sleep(pace);
}
const end = await state();
const [seenP50, seenP99] = [0.5, 0.99].map((share) => seen.percentile(share));
const publishP99 = published.percentile(0.99);
const missedBefore = crowd.reduce((sum, { numbers }) => sum + messages - numbers.length, 0);

// The restart: it is away for a moment while the publisher goes on.
const gone = new Promise((resolve) => server.once('exit', resolve));
server.kill('SIGKILL');
await gone;
const restarted = sleep(awayMs).then(startServer);
const telling = (async () => {
  for (let number = messages + 1; number <= messages + 20; number++) {
    await publish(number);
    await sleep(pace);
  }
})();
server = await restarted;
await telling;
isOver = true;
const missed = crowd.reduce((sum, { numbers }) => sum + messages + 20 - numbers.length, 0) - missedBefore;
for (const { socket } of crowd) socket?.destroy();
server.kill();

const cpu = end.cpuSeconds - begin.cpuSeconds;
const seconds = (messages * pace) / 1_000;
const figure = (value: number, digits = 1) => value.toLocaleString('en', { maximumFractionDigits: digits });
const { cores, node } = thisMachine();
const out = 'bench/push/plain-server.md';
mkdirSync(dirname(out), { recursive: true });
writeFileSync(
  out,
  `# A plain SSE server with a crowd

Made by \`npx tsx bench/push/measure.ts ${followers}\` on ${new Date().toISOString().slice(0, 10)} at ${thisCommit()}; ${cores} cores, Node ${node}. A process of \`node:http\` that keeps an open
response for each follower, writes each message to all of them and keeps nothing ([source](plain-server.ts)). The followers share the two cores. ${messages} messages
of 1 kB, one a second. Then the server is killed and comes back after ${awayMs / 1_000} s; a browser comes back ${comesBackMs / 1_000} to ${comesBackMs / 1_000 + 1} s after its connection broke.

| figure | plain SSE server |
| --- | ---: |
| followers, each with a connection | ${figure(followers, 0)} |
| CPU of the server for a follower and minute | ${figure((cpu * 60e3) / seconds / followers, 2)} ms |
| CPU of the server for a follower and message | ${figure((cpu * 1e6) / messages / followers)} µs |
| memory of the server for a follower | ${figure((end.megabytes * 1e3) / followers)} kB |
| published to seen, p50 and p99 | ${figure(seenP50 ?? 0)} and ${figure(seenP99 ?? 0)} ms |
| to publish, p99 | ${figure(publishP99)} ms |
| messages missed without a restart | ${figure(missedBefore, 0)} |
| messages missed by a restart | ${figure(missed, 0)}: ${figure(missed / followers)} for each follower |
`,
);
console.log(out);
