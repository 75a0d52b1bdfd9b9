import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripeHttp } from '../../../lambdas/payment/stripe-http';
import { stripeProcessor } from '../../../lambdas/payment/stripe-processor';
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
  stripeProcessor({ http: stripeHttp(`http://127.0.0.1:${port}/`, async () => keys), attemptMs: 500, settleMs: 5000 });

test('killed in the middle of a burst, it still knows every card it said yes to', async () => {
  const child = await start();
  const ids = Array.from({ length: 200 }, newRegistration);
  let yes = 0;
  let killed: Promise<unknown> | undefined;
  const told = new Map<string, string>();
  const burst = ids.map(async (id) => {
    const answer = await processor().authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon(1500));
    if (answer.kind !== 'authorised') return;
    told.set(id, answer.authorisation);
    if (++yes === 20) killed = end(child, 'SIGKILL');
  });
  await Promise.all(burst);
  await killed;
  expect(told.size).toBeGreaterThan(0);

  const next = await start();
  for (const [id, authorisation] of told) {
    expect(await processor().find(id)).toMatchObject({ authorisation, state: 'authorised' });
  }
  // And everybody who got no answer asks again: one payment for each.
  for (const id of ids) {
    const answer = await processor().authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
    expect(answer).toEqual({ kind: 'authorised', authorisation: told.get(id) ?? expect.any(String) });
  }
  expect(await end(next, 'SIGTERM')).toBe(0);
});
