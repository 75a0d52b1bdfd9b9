import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needAt } from '../../lambdas/capacity/need';
import { S3CapacityStates } from '../../lambdas/capacity/s3-capacity-states';
import { openBucket } from '../../lambdas/platform/aws/call-s3';
import { Cache } from '../../lambdas/platform/cache/cache';
import { openSqs } from '../../lambdas/platform/queue/call-sqs';
import { cachedOutside } from '../../lambdas/sales/cached-openings';
import { s3Readiness } from '../../lambdas/sales/s3-readiness';
import { sqsQueueLengths } from '../../lambdas/sales/sqs-queue-lengths';
import { openObjects } from '../../local/objects/object-store';
import { serveObjects } from '../../local/objects/serve-objects';
import { at, opening } from '../capacity/openings';
import { startQueues } from '../local/queues/queue-server';
import { openStores } from '../support/stores';

const folder = mkdtempSync(join(tmpdir(), 'startline-state-'));
const server = serveObjects({ bucket: 'ours', store: openObjects(folder, () => new Date()) });
const stores = openStores();
const signer = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'us-east-1' };
let bucket: ReturnType<typeof openBucket>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bucket = openBucket(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ours`, signer);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('what one function set, the other shows: what is wanted of each part, and how much of it is there', async () => {
  const readiness = s3Readiness(bucket);
  expect(await readiness()).toBeUndefined();
  const need = needAt([opening(0, 5000)], at(-5));
  await new S3CapacityStates(bucket).keep({
    at: at(-5),
    due: true,
    need,
    parts: [{ name: 'register', wanted: 150, there: 120, most: 150, isReady: false }],
    beyond: ['register needs 900 environments of at most 150'],
  });
  const shown = await readiness();
  expect(shown).toMatchObject({
    at: at(-5).toISOString(),
    due: true,
    beyond: ['register needs 900 environments of at most 150'],
  });
  expect(shown?.parts).toContainEqual({ name: 'register', wanted: 150, there: 120, isReady: false });
  // Nothing of it can be kept warm where this runs, and it is wanted all the same.
  expect(shown?.parts).toContainEqual({ name: 'pay', wanted: need.environments.pay });
  expect(shown?.parts).toContainEqual({ name: 'database', wanted: need.acu });
});

test('queues are as long as they are, with what failed every delivery; who does not answer is left out', async () => {
  const queues = await startQueues();
  try {
    const [live, dead] = [await queues.make(), await queues.make()];
    await queues.send(live, ['1', '2', '3']);
    await queues.send(dead, ['4']);
    const mail = { url: queues.urlOf(live), deadLetters: queues.urlOf(dead) };
    const deadlines = { callMs: 5000, attemptMs: 5000 };
    const lengths = sqsQueueLengths({ mail }, openSqs(mail.url, signer, deadlines));
    expect(await lengths()).toEqual([{ name: 'mail', waiting: 3, inFlight: 0, deadLetters: 1 }]);

    const failures: unknown[] = [];
    const outside = cachedOutside(new Cache(stores.memcached), {
      queues: sqsQueueLengths({ mail }, openSqs('http://127.0.0.1:1/q', signer, deadlines)),
      readiness: async () => undefined,
      report: (error) => failures.push(error),
    });
    expect(await outside.queues()).toBeUndefined();
    expect(failures).toHaveLength(1);
  } finally {
    await queues.close();
  }
});
