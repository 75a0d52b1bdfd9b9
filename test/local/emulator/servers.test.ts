import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { createOwnerSql } from '../../../lib/constructs/data/database-owner';
import { names, type Servers, startServers } from '../../../local/emulator/servers';
import { freePort } from '../../../local/services/free-port';

let directory: string;
let servers: Servers;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'startline-emulator-'));
  servers = await startServers({ repository: process.cwd(), directory, newPort: freePort });
}, 120_000);
afterAll(async () => {
  await servers?.stop();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

const addressOf = (name: string): string => {
  const address = servers.addresses[name];
  if (!address) throw new Error(`${name} leads nowhere.`);
  return address;
};

const signIn = async (role: string, ssl: false | { ca: string }): Promise<unknown> => {
  const connectionString = `postgres://${role}:a-token@${addressOf(`${names.writer}:5432`)}/startline`;
  const client = new pg.Client({ connectionString, ssl });
  await client.connect();
  const { rows } = await client.query('SELECT current_user AS me');
  await client.end();
  return rows[0].me;
};

test('a cache names itself as its cluster, and is reached by TLS', async () => {
  const { certificate } = servers.certificate;
  const url = `memcacheds://${addressOf(`${names.caches.Data}:11211`)}?discovery=on`;
  const memcached = openMemcached(url, { timeoutMs: 5_000, connectTimeoutMs: 5_000, ca: certificate });
  await memcached.set('a', 'b', 60);
  expect((await memcached.get('a'))?.toString()).toBe('b');
  memcached.close();
});

test('the administrator makes the owner, who signs in with a token and by TLS only', async () => {
  const ssl = { ca: servers.certificate.certificate };
  await expect(signIn('owner', ssl)).rejects.toThrow();
  await servers.database.administrate(createOwnerSql);
  expect(await signIn('owner', ssl)).toBe('owner');
  await expect(signIn('owner', false)).rejects.toThrow(/pg_hba/);
  await expect(signIn('postgres', ssl)).rejects.toThrow(/password/);
});

test('a cluster’s administrator is no superuser: what Aurora would refuse is refused here', async () => {
  await expect(servers.database.administrate('CREATE ROLE boss SUPERUSER')).rejects.toThrow(
    /permission denied to create role/,
  );
});
