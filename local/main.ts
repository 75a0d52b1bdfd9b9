import { resolve } from 'node:path';
import { readBasePort } from './supervisor/check-machine';
import { readArguments } from './supervisor/read-arguments';
import { type System, startSystem } from './system';

const began = performance.now();
/** Is invited to the console. */
const director = 'director@example.com';
const usage = `npm start -- [--reset]

Starts the whole system on this machine. Ctrl-C stops it; its data stay.

  --reset  deletes the data of the last time first

  STARTLINE_PORT=8000        the first of the ports that it takes
  STARTLINE_DATA=.startline  the folder of its data
  STARTLINE_PEOPLE=no        nobody registers or follows by themselves`;
const values = readArguments({ reset: { type: 'boolean', default: false } }, usage);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const say = (news: string) => console.log(`  ${news}`);

const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const since = performance.now();
  const result = await work();
  console.log(`  ✓ ${name.padEnd(24)} ${seconds(since)}`);
  return result;
};

const box = (lines: readonly string[]): string => {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '─'.repeat(width + 4);
  return [`┌${edge}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${edge}┘`].join('\n');
};

let system: System | undefined;
let stopping = false;
let askedAt = 0;

const repeatedSignalMs = 500;
const stop = async (): Promise<void> => {
  // One signal may arrive several times: from the terminal, from npm and from set-up.mjs.
  if (stopping && performance.now() - askedAt < repeatedSignalMs) return;
  if (stopping) {
    console.log('\n  Stopping at once. What was under way is taken up again at the next start.');
    // Child processes end when our end of their pipes closes, and PostgreSQL recovers from its log.
    process.exit(130);
  }
  stopping = true;
  askedAt = performance.now();
  console.log('\n  Stopping … (Ctrl-C again to stop at once)');
  if (!system) return;
  const since = performance.now();
  await system.stop();
  console.log(`  Stopped, ${seconds(since)}.`);
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// set-up.mjs, which started this process, has ended.
process.on('disconnect', () => stopping || stop());

try {
  const port = readBasePort(process.env.STARTLINE_PORT);
  const dataDir = resolve(process.env.STARTLINE_DATA || '.startline');
  const isPeopled = process.env.STARTLINE_PEOPLE !== 'no';
  system = await startSystem({ port, dataDir, reset: values.reset, director, isTold: true, isPeopled, say, step });
  if (stopping) {
    await system.stop();
    console.log('  Stopped.');
    process.exit(0);
  }
  const { page, inbox, status } = system.urls;
  const lines = [
    `Startline runs  (${seconds(began)})`,
    '',
    `Page     ${page}`,
    `Mail     ${inbox}`,
    `Status   ${status}`,
    `Results  ${page}/races/old-mill-half-marathon/results`,
    `Live     ${page}/races/harbour-night-laps/live`,
    `Console  ${page}/console`,
    `         Sign in as ${director}: a link comes by mail.`,
  ];
  console.log(`\n${box([...lines, '', 'Test card 4242 4242 4242 4242. Ctrl-C stops.'])}\n`);
} catch (error) {
  console.error(`\nStartline could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
