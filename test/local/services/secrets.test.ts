import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openSecret } from '../../../lambdas/platform/secret';
import { listen } from '../../../local/listen';
import { freePort } from '../../../local/services/free-port';
import { makeSecrets } from '../../../local/services/secrets/make-secrets';
import { secretIds } from '../../../local/services/secrets/secret-ids';
import { createSecretsServer } from '../../../local/services/secrets/secrets-server';

const directory = mkdtempSync(join(tmpdir(), 'startline-secrets-'));
const file = join(directory, 'secrets.json');
const secrets = makeSecrets(file);
let client: SecretsManagerClient;
let endpoint: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  const port = await freePort();
  stop = await listen(createSecretsServer(secrets), port);
  endpoint = `http://127.0.0.1:${port}`;
  client = new SecretsManagerClient({ endpoint, region: 'us-east-1' });
});
afterAll(async () => {
  client.destroy();
  await stop();
  rmSync(directory, { recursive: true });
});

test('secrets are made once, differ, and only their owner can read them', () => {
  expect(makeSecrets(file)).toEqual(secrets);
  const values = Object.values(secrets).flatMap((fields) => Object.values(fields).filter((value) => value !== 'k1'));
  expect(new Set(values).size).toBe(values.length);
  expect(Math.min(...values.map((value) => value.length))).toBeGreaterThan(40);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('the functions read them through the SDK', async () => {
  expect(await openSecret(secretIds.signingKeys, { client })()).toEqual(secrets[secretIds.signingKeys]);
});

test('a secret that does not exist is refused as Secrets Manager does', async () => {
  for (const SecretId of ['startline/none', '__proto__', 'constructor'])
    await expect(client.send(new GetSecretValueCommand({ SecretId }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
});

test('a web page cannot read them', async () => {
  const response = await fetch(endpoint, { method: 'POST', body: JSON.stringify({ SecretId: secretIds.origin }) });
  expect(response.status).toBe(400);
  expect(response.headers.has('access-control-allow-origin')).toBe(false);
});
