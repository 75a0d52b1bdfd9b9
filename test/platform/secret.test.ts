import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { openSecret } from '../../lambdas/platform/secret';

const minute = 60_000;
const client = new SecretsManagerClient({});
const manager = mockClient(client);
let time = 0;

const open = () => openSecret('keys', { client, clock: () => time });
const holds = (value: unknown) => manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(value) });
const calls = () => manager.commandCalls(GetSecretValueCommand).length;

beforeEach(() => {
  manager.reset();
  time = 0;
});

test('asks once for all who wait, and then not for five minutes', async () => {
  holds({ a: '1' });
  const secret = open();
  const values = await Promise.all([secret(), secret(), secret()]);
  time = 5 * minute - 1;
  await secret();
  expect([values, calls()]).toEqual([[{ a: '1' }, { a: '1' }, { a: '1' }], 1]);
});

test('notices a change after five minutes', async () => {
  holds({ a: '1' });
  const secret = open();
  await secret();
  holds({ a: '2' });
  time = 5 * minute;
  expect(await secret()).toEqual({ a: '2' });
});

describe('after a pause in which nobody asked', () => {
  const pausedFor = async (minutes: number) => {
    holds({ a: '1' });
    const secret = open();
    await secret();
    holds({ a: '2' });
    time += minutes * minute;
    return secret;
  };

  test('a quarter of an hour later, when a race opens, it is not read again at once, but within a minute', async () => {
    const secret = await pausedFor(15);
    expect(await secret()).toEqual({ a: '1' });
    expect(calls()).toBe(1);
    time += minute;
    expect(await secret()).toEqual({ a: '2' });
    expect(calls()).toBe(2);
  });

  test('environments that thaw together do not read it together', async () => {
    holds({ a: '1' });
    const secrets = Array.from({ length: 60 }, open);
    await Promise.all(secrets.map((secret) => secret()));
    time = 15 * minute;
    const callsAt: number[] = [];
    for (let second = 0; second <= 60; second += 15) {
      await Promise.all(secrets.map((secret) => secret()));
      callsAt.push(calls() - 60);
      time += 15_000;
    }
    expect(callsAt[0]).toBe(0);
    expect(callsAt[1]).toBeGreaterThan(0);
    expect(callsAt[1]).toBeLessThan(40);
    expect(callsAt.at(-1)).toBe(60);
  });

  test('half an hour later, or at the second request after two pauses, it is read again at once', async () => {
    expect(await (await pausedFor(30))()).toEqual({ a: '2' });
    const secret = await pausedFor(10);
    time += 5 * minute;
    await secret();
    time += 10 * minute;
    expect(await secret()).toEqual({ a: '2' });
  });
});

test('keeps what it knows while nobody answers, and does not ask at every request', async () => {
  holds({ a: '1' });
  const secret = open();
  await secret();
  manager.on(GetSecretValueCommand).rejects(new Error('away'));
  time = 5 * minute;
  expect(await secret()).toEqual({ a: '1' });
  expect(await secret()).toEqual({ a: '1' });
  expect(calls()).toBe(2);
  holds({ a: '2' });
  time += 10_000;
  expect(await secret()).toEqual({ a: '2' });
});

test('says so when it has never known, and tries again next time', async () => {
  manager.on(GetSecretValueCommand).rejects(new Error('away'));
  const secret = open();
  await expect(secret()).rejects.toThrow('away');
  holds({ a: '1' });
  expect(await secret()).toEqual({ a: '1' });
});

test.each(['no json hunter2', '["hunter2"]', '{"a":7}', undefined])(
  'refuses a secret that is none, without showing it: %j',
  async (text) => {
    manager.on(GetSecretValueCommand).resolves(text === undefined ? {} : { SecretString: text });
    await expect(open()()).rejects.toThrow(/^The secret keys must be a JSON object whose values are strings\.$/);
  },
);
