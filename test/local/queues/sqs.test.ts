import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalProcess, startLocal } from '../process';
import { sqsContract } from './sqs.contract';

let server: LocalProcess;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queues-'));
  server = await startLocal('queues', { DATA_DIR: folder, PORT: '0' });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors()).toBe('');
  await rm(folder, { recursive: true });
});

sqsContract('the local server', () => server.url);
