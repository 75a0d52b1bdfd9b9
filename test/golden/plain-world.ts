import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { Client } from 'pg';
import { routes } from '../../lambdas/contract/routes';
import { startProcessor } from '../../local/processor/start-processor';
import { requestEvent } from '../platform/http/request-event';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type FreshSecrets, freshSecrets } from '../support/secrets';
import { oneLine } from './plain-text';

const keys = { secretKey: 'sk_of_tests', publishableKey: 'pk_of_tests', webhookSecret: 'whsec_of_tests' };
const queueUrl = (name: string) => `https://sqs.us-east-1.amazonaws.com/000000000000/${name}`;

interface Message {
  readonly queue: string;
  readonly body: string;
}

/** The deployed functions of the opening in one process, with real stores, a queue that only listens, and the sandbox. */
export const openPlainWorld = async () => {
  const [database, memcached, sessionB]: [FreshDatabase, FreshMemcached, FreshMemcached] = await Promise.all([
    freshDatabase(),
    freshMemcached(),
    freshMemcached(),
  ]);
  const secrets: FreshSecrets = await freshSecrets({ current: 'word', kid: 'k1', k1: 'x'.repeat(40), ...keys });
  const dataDir = await mkdtemp(join(tmpdir(), 'golden-'));
  const processor = await startProcessor({ port: 0, dataDir, ...keys, delayScale: 0.01 });

  let statements: string[] = [];
  const readThroughCache = new Set<string>();
  let sent: string[] = [];
  const waiting: Message[] = [];
  const sqs = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      sent.push(`${request.headers['x-amz-target']} ${body}`);
      const { QueueUrl, Entries, ...one } = JSON.parse(body);
      const all: { Id?: string; MessageBody: string }[] = Entries ?? [one];
      const queue = QueueUrl.split('/').at(-1);
      waiting.push(...all.map(({ MessageBody }) => ({ queue, body: MessageBody })));
      response.end(JSON.stringify({ MessageId: 'm', Successful: all.map(({ Id }) => ({ Id })), Failed: [] }));
    });
  });
  await new Promise<void>((resolve) => sqs.listen(0, '127.0.0.1', resolve));

  // Every pool of every function writes through this one method of the driver.
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  const watching = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args) {
    const [first] = args as unknown[];
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    // Asked only of connections that were idle for seconds, so it depends on the machine's speed.
    if (text === undefined || text === 'SELECT 1') return query.apply(this, args as unknown[]) as never;
    const statement = oneLine(text);
    if (isReadThroughCache(statement)) readThroughCache.add(statement);
    else statements.push(statement);
    return query.apply(this, args as unknown[]) as never;
  });

  const data = `${memcached.url}?timeout=5000`;
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    READER_URL: database.url,
    DATA_CACHE_URL: data,
    SESSION_A_CACHE_URL: data,
    SESSION_B_CACHE_URL: `${sessionB.url}?timeout=5000`,
    MAIL_LANES: '3',
    WEBHOOK_HOSTS: 'none',
    MAIL_QUEUE_URL: queueUrl('mail.fifo'),
    URGENT_MAIL_QUEUE_URL: queueUrl('urgent-mail.fifo'),
    REGISTRATIONS_QUEUE_URL: queueUrl('registrations'),
    PAYMENTS_QUEUE_URL: queueUrl('payments'),
    SETTLEMENTS_QUEUE_URL: queueUrl('settlements'),
    PUBLICATIONS_QUEUE_URL: queueUrl('publications'),
    LINE_PASSES_QUEUE_URL: queueUrl('line-passes'),
    PROCESSOR_URL: processor.url,
    PROCESSOR_SECRET_ID: 'processor',
    SIGNING_KEYS_SECRET_ID: 'keys',
    ORIGIN_SECRET_ID: 'origin',
    SITE_URL: 'https://startline.example',
    AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${(sqs.address() as AddressInfo).port}`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });

  type Http = (event: ReturnType<typeof requestEvent>) => Promise<APIGatewayProxyStructuredResultV2>;
  const http: Readonly<Record<string, Http>> = {
    'browse-races': (await import('../../lambdas/functions/browse-races')).handler as Http,
    register: (await import('../../lambdas/functions/register')).handler as Http,
    'quote-registration': (await import('../../lambdas/functions/quote-registration')).handler as Http,
    pay: (await import('../../lambdas/functions/pay')).handler as Http,
    'change-registration': (await import('../../lambdas/functions/change-registration')).handler as Http,
    'show-registration': (await import('../../lambdas/functions/show-registration')).handler as Http,
  };
  type Worker = (event: SQSEvent) => Promise<SQSBatchResponse>;
  const workers: Readonly<Record<string, Worker>> = {
    registrations: (await import('../../lambdas/functions/record-registrations')).handler as Worker,
    payments: (await import('../../lambdas/functions/settle-payments')).handler as Worker,
    settlements: (await import('../../lambdas/functions/record-settlements')).handler as Worker,
  };

  const exchanges: { readonly asked: string; readonly answered: string }[] = [];
  /** The browser's `fetch`: it passes the request to the function of the route. */
  const fetch = async (
    url: string,
    { method = 'GET', headers = {}, body }: Omit<RequestInit, 'body'> & { body?: string },
  ) => {
    const [path = '', query = ''] = url.split('?');
    const [route, name] = Object.entries(routes).find(([one]) => fits(one, method, path)) ?? [];
    const answer = http[name ?? ''];
    if (!route || !answer) throw new Error(`no function answers ${method} ${url}`);
    const event = requestEvent({
      routeKey: route,
      path: parametersOf(route, path),
      headers: {
        ...(headers as Record<string, string>),
        // What the browser and the CDN add.
        origin: 'https://startline.example',
        'x-startline-origin': 'word',
        'x-startline-viewer': '203.0.113.7:1',
      },
      ...(body !== undefined && { body }),
    });
    event.rawPath = path;
    event.rawQueryString = query;
    if (query) event.queryStringParameters = Object.fromEntries(new URLSearchParams(query));
    event.requestContext.http = { ...event.requestContext.http, method, path };
    const result = await answer(event);
    exchanges.push({
      asked: [`${method} ${url}`, JSON.stringify(headers), ...(body === undefined ? [] : [body])].join('\n'),
      answered: [
        result.statusCode,
        JSON.stringify(result.headers),
        ...(result.cookies ?? []),
        ...(result.body ? [result.body] : []),
      ].join('\n'),
    });
    return new Response(result.body || null, { status: result.statusCode ?? 0 });
  };

  /** What a step makes the system ask, answer, write and send. */
  const watch = async (work: () => Promise<unknown>) => {
    [statements, sent, exchanges.length] = [[], [], 0];
    await work();
    return { exchanges: exchanges.map((one) => ({ ...one })), statements, sent };
  };

  /** Delivers what waits in a queue to its function. A sweep would be delivered a quarter of an hour later. */
  const deliver = (queue: string) =>
    watch(async () => {
      const all = waiting.splice(0);
      waiting.push(...all.filter((one) => one.queue !== queue));
      const bodies = all.flatMap(({ queue: of, body }) => (of === queue && !body.includes('"sweep"') ? [body] : []));
      const Records = bodies.map((body, n) => ({
        messageId: `m${n}`,
        body,
        attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(Date.now()) },
      }));
      const answer = await workers[queue]?.({ Records } as unknown as SQSEvent);
      if (answer?.batchItemFailures.length !== 0) throw new Error(`${queue}: a message failed`);
    });

  return {
    database,
    memcachedUrl: memcached.url,
    /** When these are sent, and how often, is up to the cache. */
    readThroughCache: () => [...readThroughCache].sort(),
    processorUrl: processor.url,
    fetch: fetch as unknown as typeof globalThis.fetch,
    watch,
    deliver,
    /** A token for a card, as the fields of the processor make it. */
    tokenOf: async (paymentMethod: string): Promise<string> => {
      const answer = await globalThis.fetch(`${processor.url}/v1/confirmation_tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.publishableKey}` },
        body: new URLSearchParams({ payment_method: paymentMethod }),
      });
      return (await answer.json()).id;
    },
    close: async () => {
      watching.mockRestore();
      sqs.closeAllConnections();
      await new Promise((resolve) => sqs.close(resolve));
      await processor.close();
      await Promise.all([database.close(), memcached.stop(), sessionB.stop(), secrets.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Races and what is left of them: whether a function loads them or finds what another one loaded depends on time. */
const isReadThroughCache = (statement: string) =>
  / FROM race WHERE /.test(statement) && statement.startsWith('SELECT id,');

const shapeOf = (route: string) => route.split(' ')[1]?.split('/') ?? [];

const fits = (route: string, method: string, path: string) => {
  const [shape, given] = [shapeOf(route), path.split('/')];
  return (
    route.startsWith(`${method} `) &&
    shape.length === given.length &&
    shape.every((part, n) => part.startsWith('{') || part === given[n])
  );
};

const parametersOf = (route: string, path: string): Record<string, string> => {
  const given = path.split('/');
  return Object.fromEntries(
    shapeOf(route).flatMap((part, n) => (part.startsWith('{') ? [[part.slice(1, -1), given[n] ?? '']] : [])),
  );
};
