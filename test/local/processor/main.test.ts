import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripeHttp } from '../../../lambdas/payment/stripe/call';
import { stripeProcessor } from '../../../lambdas/payment/stripe/processor';
import { freePort } from '../../../local/services/free-port';
import { charge, keys, newRegistration, soon } from '../../payment/support/shop';

let data: string;
let port: number;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'processor-'));
  port = await freePort();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(data, { recursive: true, force: true });
});

const start = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/processor/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PROCESSOR_PORT: String(port),
      PROCESSOR_DATA: data,
      PROCESSOR_SECRET_KEY: keys.secretKey,
      PROCESSOR_PUBLISHABLE_KEY: keys.publishableKey,
      PROCESSOR_WEBHOOK_SECRET: keys.webhookSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const line = await new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text))));
  expect(line).toBe(`processor ready at http://127.0.0.1:${port}\n`);
  return child;
};

const end = (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return ended;
};

const processor = () =>
  stripeProcessor({ http: stripeHttp(`http://127.0.0.1:${port}/`, async () => keys), settleMs: 5000 });

test('killed in the middle of a burst, it still knows every card it said yes to', async () => {
  const child = await start();
  const ids = Array.from({ length: 200 }, newRegistration);
  const authorise = (id: string) =>
    processor().authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon(150_000));
  let restarted: Promise<ChildProcess> | undefined;
  const told = new Map<string, string>();
  // A client without an answer retries, as the product does.
  const burst = ids.map(async (id) => {
    const answer = await authorise(id);
    if (answer.kind === 'authorised') told.set(id, answer.authorisation);
    if (told.size === 20) restarted ??= end(child, 'SIGKILL').then(start);
  });
  await Promise.all(burst);
  const next = await restarted;
  expect(told.size).toBe(ids.length);

  for (const [id, authorisation] of told) {
    expect(await processor().find(id)).toMatchObject({ authorisation, state: 'authorised' });
    // One payment for each registration, whatever the number of attempts.
    expect(await authorise(id)).toEqual({ kind: 'authorised', authorisation });
  }
  expect(next && (await end(next, 'SIGTERM'))).toBe(0);
}, 240_000);
