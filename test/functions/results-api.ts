import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { originHeader } from '../../lambdas/contract/headers';
import { httpRoutes } from '../../lambdas/contract/routes';
import { openBucket } from '../../lambdas/platform/aws/call-s3';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { VersionKind } from '../../lambdas/results/files';
import { PostgresResultVersions } from '../../lambdas/results/publish/postgres-result-versions';
import { publishSet } from '../../lambdas/results/publish/publish-set';
import { S3ResultFiles } from '../../lambdas/results/publish/s3-result-files';
import type { EntryChange } from '../../lambdas/results/take/apply-rows';
import { PostgresResultBatches } from '../../lambdas/results/take/postgres-result-batches';
import { httpApi } from '../../local/gateway/api';
import { openObjects } from '../../local/objects/object-store';
import { serveObjects } from '../../local/objects/serve-objects';
import { fewRead, hash, nobodyIsTold } from '../results/support/version';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import type { MadeResultSet } from '../support/result-set';
import { type FreshSecrets, freshSecrets } from '../support/secrets';

export const of = ({ raceId }: Pick<MadeResultSet, 'raceId'>) => `/api/races/${raceId}/results`;

export const runners = (count: number): readonly EntryChange[] =>
  Array.from({ length: count }, (_, n) => ({
    bib: n + 1,
    name: `${['Ada', 'Bo', 'Çelik', '田中'][n % 4]} Runner${n}`,
    gender: n % 3 === 0 ? 'f' : 'm',
    ...(n % 7 === 0 ? { status: 'dnf' as const } : { gunMs: 1_000_000 + ((n * 7_919) % count) * 50 }),
  }));

export const batchesOn = (postgres: Postgres) =>
  new PostgresResultBatches({ postgres, hash: sha256, newId: uuid7, now: () => new Date(), orderTick: nobodyIsTold });

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** The function `browse-results` over stores and a bucket of its own, from the first test of a file to its last. */
export const openResultsApi = () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-browse-'));
  let database: FreshDatabase;
  let memcached: FreshMemcached;
  let secrets: FreshSecrets;
  let objects: Server;
  let bucketUrl: string;
  let api: ReturnType<typeof httpApi>;
  /** What the bucket was asked for, and whether it answers. */
  const bucket = { read: [] as string[], isAway: false };

  const store = () => openObjects(folder, () => new Date());
  beforeAll(async () => {
    [database, memcached] = await Promise.all([freshDatabase(), freshMemcached()]);
    secrets = await freshSecrets({ current: 'word' });
    objects = serveObjects({ bucket: 'ours', store: store() });
    const [serve] = objects.listeners('request') as ((...args: unknown[]) => void)[];
    objects.removeAllListeners('request');
    objects.on('request', (request: IncomingMessage, response) => {
      if (request.method === 'GET') bucket.read.push(request.url ?? '');
      if (bucket.isAway && request.method === 'GET') response.writeHead(403).end();
      else serve?.call(objects, request, response);
    });
    bucketUrl = `${await listening(objects)}/ours`;
    Object.assign(process.env, {
      READER_URL: database.url,
      DATABASE_URL: database.url,
      PUBLICATIONS_QUEUE_URL: 'http://127.0.0.1:1/000000000000/publications',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      DATA_CACHE_URL: `${memcached.url}?timeout=2000`,
      RESULTS_BUCKET_URL: bucketUrl,
      ORIGIN_SECRET_ID: 'origin',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    });
    const { handler } = await import('../../lambdas/functions/browse-results');
    const routes = Object.fromEntries(Object.entries(httpRoutes).filter(([, name]) => name === 'browse-results'));
    api = httpApi<'browse-results'>({
      routes: routes as never,
      handlers: { 'browse-results': handler as never },
      now: () => new Date(),
      log: () => {},
    });
  });
  afterAll(async () => {
    objects.closeAllConnections();
    objects.close();
    await Promise.all([database?.close(), memcached?.stop(), secrets?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    bucket.read = [];
    bucket.isAway = false;
  });

  const publish = async (set: MadeResultSet, rows: readonly EntryChange[], kind: VersionKind) => {
    const { postgres } = database;
    const batches = batchesOn(postgres);
    const taken = await batches.take({
      ...set,
      id: uuid7(),
      rows,
      isDryRun: false,
      by: { action: 'results-imported' },
    });
    if (taken.kind !== 'taken') throw new Error(taken.kind);
    await batches.order({ ...set, kind, note: `It is ${kind}.`, seq: taken.seq, isDryRun: false });
    const files = new S3ResultFiles(openBucket(bucketUrl, {}));
    const versions = new PostgresResultVersions(postgres, nobodyIsTold);
    await publishSet({ versions, files, hash, newId: uuid7, orderTick: nobodyIsTold, paceOf: fewRead, clock: () => 0 })(
      set.setId,
    );
  };

  /** Asks the function, without the CDN's cache in front of it. */
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const [path = '', query = ''] = address.split('?');
    const rawHeaders = [originHeader, 'word', ...Object.entries(headers).flat()];
    const sent = { method: 'GET', path, query, httpVersion: '1.1', sourceIp: '127.0.0.1', rawHeaders, body: undefined };
    const answer = await api.answer(sent);
    const text = answer.body.toString();
    const lower = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return { status: answer.status, headers: lower, json: text === '' ? undefined : JSON.parse(text) };
  };

  return {
    get,
    publish,
    bucket,
    store,
    get bucketUrl() {
      return bucketUrl;
    },
    get postgres() {
      return database.postgres;
    },
  };
};
