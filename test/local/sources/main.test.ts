import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventSources, schedules } from '../../../lib/event-sources';
import { until } from '../../support/until';
import { startLocal } from '../process';
import { type QueueServer, startQueues } from '../queues/queue-server';

let server: QueueServer;
let folder: string;
beforeAll(async () => {
  server = await startQueues();
  folder = await mkdtemp(join(tmpdir(), 'functions-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Functions that record their events; some fail. */
const deployFunctions = async () => {
  const header = `import { appendFileSync } from 'node:fs';
    const note = (text) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, text + '\\n');
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  `;
  const note =
    'async ({ Records = [] }, context) => note(context.functionName + " " + Records.map(({ body }) => body))';
  const own: Record<string, string> = {
    'settle-payments':
      'async () => { Promise.reject(new Error("left alone")); setTimeout(() => { throw new Error("left too") }); note("misbehaved") }',
    'record-settlements':
      'async (event, context) => { note("remaining " + (context.getRemainingTimeInMillis() > 9000)); await pause(2500); note("settled") }',
  };
  const names = [...Object.values(eventSources).map(({ delivers }) => delivers), ...schedules.map(({ runs }) => runs)];
  for (const name of new Set<string>(names)) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'index.mjs'), `${header}export const handler = ${own[name] ?? note};`);
  }
};
const notes = async () => (await readFile(join(folder, 'notes'), 'utf8').catch(() => '')).split('\n');

test('runs the deployed functions: one that misbehaves does not stop the others, and SIGTERM waits for work under way', async () => {
  await deployFunctions();
  const sources = await startLocal('sources', { FUNCTIONS: folder, QUEUES_URL: server.url, SCHEDULE_SCALE: '600' });
  await until(async () => (await notes()).filter((line) => line.startsWith('relay-outbox')).length >= 2, 30);
  await server.send('payments', ['capture']);
  await until(async () => (await notes()).includes('misbehaved'), 30);
  await until(() => sources.errors().includes('left alone') && sources.errors().includes('left too'), 30);
  await server.send('mail.fifo', ['mail'], () => ({ MessageGroupId: 'lane-0', MessageDeduplicationId: 'a' }));
  await server.send('registrations', ['Ada']);
  await until(async () => (await notes()).includes('record-registrations Ada'), 30);
  await until(async () => (await notes()).includes('send-mail mail'), 30);
  await server.send('settlements', ['captured']);
  await until(async () => (await notes()).includes('remaining true'), 30);
  expect(await sources.stop()).toBe(0);
  expect(await notes()).toContain('settled');
}, 240_000);
