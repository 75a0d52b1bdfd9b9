import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { uuid7 } from '../../lambdas/platform/uuid';
import { bundleFile, bundling } from '../../lib/bundling';
import { requestEvent } from '../platform/http/request-event';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace } from '../support/races/race';
import { type FreshSecrets, freshSecrets } from '../support/secrets';

/** Passes on what comes to it, and counts connections. */
const countConnections = async (url: string) => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const { hostname, port } = new URL(url.replace(/^\w+:/, 'http:'));
  const server = createServer((client) => {
    connections += 1;
    const behind = connect(Number(port), hostname);
    for (const [one, other] of [[client, behind] as const, [behind, client] as const]) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: url.replace(/(@|\/\/)[^/@]*:\d+/, `$1127.0.0.1:${(server.address() as AddressInfo).port}`),
    count: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

const names = ['DATABASE_URL', 'READER_URL', 'DATA_CACHE_URL', 'SESSION_A_CACHE_URL', 'SESSION_B_CACHE_URL'] as const;
type Counted = (typeof names)[number] | 'SECRETS';

let folder: string;
let database: FreshDatabase;
let memcached: FreshMemcached;
let sessionB: FreshMemcached;
let secrets: FreshSecrets;
let race: MadeRace;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'startline-connect-ahead-'));
  [database, memcached, sessionB, secrets] = await Promise.all([
    freshDatabase(),
    freshMemcached(),
    freshMemcached(),
    freshSecrets({ current: 'word', kid: 'k1', k1: 'x'.repeat(64) }),
    build({
      ...bundling,
      entryPoints: ['lambdas/functions/register.ts'],
      outfile: join(folder, bundleFile),
    }),
  ]);
  race = await makeRace(database.postgres, { spots: 100 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([database?.close(), memcached?.stop(), sessionB?.stop(), secrets?.stop()]);
});

/** The deployed bundle of `register` in a process of its own, as Lambda starts it. */
const startEnvironment = async (initializationType: string, cache = `${memcached.url}?timeout=20000`) => {
  const targets: Record<Counted, string> = {
    DATABASE_URL: database.url,
    READER_URL: database.url,
    DATA_CACHE_URL: cache,
    SESSION_A_CACHE_URL: cache,
    // Two pools that are one would each take the other's copy for a conflict.
    SESSION_B_CACHE_URL: `${sessionB.url}?timeout=20000`,
    SECRETS: secrets.url,
  };
  const proxies = await Promise.all(
    Object.entries(targets).map(async ([name, url]) => [name, await countConnections(url)] as const),
  );
  const urls = Object.fromEntries(proxies.map(([name, { url }]) => [name, url]));
  const script = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, bundleFile)).href)});
    process.on('message', async (event) =>
      process.send(await handler(event, { awsRequestId: 'r', getRemainingTimeInMillis: () => 10000 })));
    process.send('ready');`;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...urls,
      MAIL_LANES: '3',
      LINE_PASSES_QUEUE_URL: 'http://127.0.0.1:1/000000000000/line-passes',
      SIGNING_KEYS_SECRET_ID: 'signing-keys',
      ORIGIN_SECRET_ID: 'origin',
      SITE_URL: 'https://run.example.com',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: urls.SECRETS,
      AWS_LAMBDA_INITIALIZATION_TYPE: initializationType,
      POWERTOOLS_DEV: '',
    },
  });
  const counts = () => Object.fromEntries(proxies.map(([name, { count }]) => [name, count()]));
  const [said] = await once(child, 'message');
  expect(said).toBe('ready');
  return {
    counts,
    hold: async () => {
      const answered = once(child, 'message');
      child.send(
        requestEvent({
          routeKey: 'POST /api/races/{raceId}/holds',
          path: { raceId: race.raceId },
          headers: {
            'x-startline-origin': 'word',
            'x-startline-viewer': '203.0.113.7:1',
            'content-type': 'application/json',
            origin: 'https://run.example.com',
          },
          body: JSON.stringify({ registrationId: uuid7(), eventId: race.eventId }),
        }),
      );
      const [{ statusCode, body }] = await answered;
      return { statusCode, body };
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      for (const [, proxy] of proxies) proxy.close();
    },
  };
};

test('an environment that is kept warm for an opening has connected to everything before the first runner comes, who opens nothing', async () => {
  const environment = await startEnvironment('provisioned-concurrency');
  const before = environment.counts();
  expect(before).toMatchObject({ DATABASE_URL: 2, READER_URL: 1, DATA_CACHE_URL: 1 });
  expect(before).toMatchObject({ SESSION_A_CACHE_URL: 1, SESSION_B_CACHE_URL: 1 });
  expect(before.SECRETS).toBeGreaterThan(0);
  expect(await environment.hold()).toMatchObject({ statusCode: 201 });
  expect(environment.counts()).toEqual(before);
  await environment.stop();
});

test('any other environment connects to nothing before somebody needs it', async () => {
  const environment = await startEnvironment('on-demand');
  expect(new Set(Object.values(environment.counts()))).toEqual(new Set([0]));
  expect(await environment.hold()).toMatchObject({ statusCode: 201 });
  expect(environment.counts().DATA_CACHE_URL).toBe(1);
  await environment.stop();
});

test('nothing is opened where it could not be connected ahead; only migrations do without', () => {
  const folder = 'lambdas/functions';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const opening = /^import (?!type )[^;]*platform\/(postgres\/open-postgres|memcached\/open-memcached|secret)';/m;
  expect(files.filter((file) => opening.test(readFileSync(join(folder, file), 'utf8'))).sort()).toEqual([
    'migrate-database.ts',
    ...['open-memcached.ts', 'open-postgres.ts', 'open-secret.ts'].map((file) => join('wiring/connections', file)),
  ]);
});

test('an environment is ready although nothing answers it yet', async () => {
  const environment = await startEnvironment('provisioned-concurrency', 'memcached://127.0.0.1:1');
  expect(environment.counts().DATABASE_URL).toBe(2);
  await environment.stop();
});
