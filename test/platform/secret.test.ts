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
