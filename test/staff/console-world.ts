import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { GivenRole } from '../../lambdas/domain/staff';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { requestEvent } from '../platform/http/request-event';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshObjects, freshObjects } from '../support/objects';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type FreshSecrets, freshSecrets } from '../support/secrets';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

interface Call {
  readonly secret?: string;
  readonly json?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handler = (event: APIGatewayProxyEventV2) => Promise<unknown>;

/**
 * The console's function as it is deployed, with a database, a cache and secrets, and without a queue. `siteUrl`: where
 * browsers find it.
 */
export const openConsole = (siteUrl: () => Promise<string> = async () => 'https://startline.example') => {
  let database: FreshDatabase;
  let memcached: FreshMemcached;
  let secrets: FreshSecrets;
  let objects: FreshObjects;
  let handler: Handler;
  let direct: (event: unknown) => Promise<unknown>;

  beforeAll(async () => {
    [database, memcached] = await Promise.all([freshDatabase(), freshMemcached()]);
    objects = await freshObjects();
    secrets = await freshSecrets({ current: 'word', kid: 'k1', k1: 'a key of the tests, which is long enough for us' });
    Object.assign(process.env, {
      DATABASE_URL: database.url,
      READER_URL: database.url,
      DATA_CACHE_URL: `${memcached.url}?timeout=2000`,
      MAIL_LANES: '3',
      URGENT_MAIL_QUEUE_URL: 'http://127.0.0.1:1/000000000000/urgent-mail.fifo',
      PUBLICATIONS_QUEUE_URL: 'http://127.0.0.1:1/000000000000/publications',
      FILES_BUCKET_URL: objects.url,
      MEDIA_BUCKET_URL: objects.url,
      // Nobody answers: what is asked there is left out.
      STATE_BUCKET_URL: 'http://127.0.0.1:1/startline-results',
      WATCHED_QUEUES: JSON.stringify({
        mail: { url: 'http://127.0.0.1:1/000000000000/mail.fifo', deadLetters: 'http://127.0.0.1:1/000000000000/dead' },
      }),
      WEBHOOK_HOSTS: 'none',
      ORIGIN_SECRET_ID: 'origin',
      SIGNING_KEYS_SECRET_ID: 'keys',
      SITE_URL: await siteUrl(),
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_REGION: 'us-east-1',
    });
    ({ handler } = await import('../../lambdas/functions/console'));
    ({ handler: direct } = await import('../../lambdas/functions/direct'));
  });
  afterAll(async () => {
    await Promise.all([database?.close(), memcached?.stop(), secrets?.stop(), objects?.stop()]);
  });

  const call = async (
    method: string,
    path: string,
    { secret, json, query, headers = {} }: Call = {},
  ): Promise<Answer> => {
    const event = requestEvent({
      routeKey: `${method} /api/console${path}`,
      headers: {
        'x-startline-origin': 'word',
        'x-startline-viewer': '203.0.113.7:4711',
        'sec-fetch-site': 'same-origin',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const answer = (await handler({
      ...event,
      routeKey: 'ANY /api/console/{path+}',
      ...(query && { queryStringParameters: { ...query } }),
      ...(secret !== undefined && { cookies: [`__Host-startline-staff=${secret}`] }),
    })) as { statusCode: number; body: string; headers: Record<string, unknown>; cookies?: string[] };
    return {
      status: answer.statusCode,
      body: answer.body ? JSON.parse(answer.body) : undefined,
      headers: answer.headers,
      cookies: answer.cookies ?? [],
    };
  };

  /** Somebody who is signed in: by a passkey that they used just now, unless said otherwise. */
  const signedIn = async (
    roles: readonly GivenRole[],
    { level = 'passkey', confirmed = 'now()' }: { level?: 'link' | 'passkey'; confirmed?: string } = {},
  ) => {
    const { postgres } = database;
    const [staffId, secret] = [uuid7(), randomBytes(32).toString('base64url')];
    await postgres.query(`INSERT INTO staff (id, email, name, state) VALUES ($1, $2, 'Ada', 'active')`, [
      staffId,
      `${staffId}@example.com`,
    ]);
    for (const { role, raceId } of roles)
      await postgres.query('INSERT INTO staff_role (staff_id, race_id, role) VALUES ($1, $2, $3)', [
        staffId,
        raceId ?? null,
        role,
      ]);
    await postgres.query(
      `INSERT INTO staff_session (secret_hash, staff_id, level, confirmed_at, browser)
       VALUES ($1, $2, $3, ${level === 'passkey' ? confirmed : 'NULL'}, 'a browser')`,
      [sha256(secret), staffId, level],
    );
    return { staffId, secret };
  };

  return {
    call,
    signedIn,
    handle: ((event) => handler(event)) satisfies Handler,
    /** What everybody may read of races. */
    browse: (async (event) => (await import('../../lambdas/functions/browse-races')).handler(event)) satisfies Handler,
    direct: (message: unknown) => direct(message),
    get memcachedUrl() {
      return memcached.url;
    },
    get objects() {
      return objects;
    },
    /** Connects like the migrations. */
    get ownerUrl() {
      return database.ownerUrl;
    },
    get postgres() {
      return database.postgres;
    },
  };
};
