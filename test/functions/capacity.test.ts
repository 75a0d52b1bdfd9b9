import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestEvent } from '../platform/http/request-event';
import { type FreshMemcached, freshMemcached } from '../support/memcached';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace } from '../support/races/race';
import { type FreshSecrets, freshSecrets } from '../support/secrets';
import { type WatchedPostgres, watchPostgres } from './watched-postgres';

let database: FreshDatabase;
let writer: WatchedPostgres;
let reader: WatchedPostgres;
let memcached: FreshMemcached;
let secrets: FreshSecrets;
let server: Server;
const sent: { MessageBody: string }[] = [];

beforeAll(async () => {
  [database, memcached, secrets] = await Promise.all([
    freshDatabase(),
    freshMemcached(),
    freshSecrets({ current: 'word' }),
  ]);
  [writer, reader] = await Promise.all([watchPostgres(database.url), watchPostgres(database.url)]);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      sent.push(JSON.parse(body));
      response.setHeader('content-type', 'application/x-amz-json-1.0').end('{"MessageId":"1"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all([writer.close(), reader.close(), memcached.stop(), secrets.stop()]);
  await database.close();
});

test('as they are deployed, with the rights they have there, one function orders what the other sets; a machine that has nothing to warm sets nothing', async () => {
  const { raceId } = await makeRace(database.postgres, { spots: 700, opensIn: 60_000 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    DATABASE_URL: writer.url,
    READER_URL: reader.url,
    DATA_CACHE_URL: `${memcached.url}?timeout=2000`,
    CAPACITY_QUEUE_URL: `${url}/000000000000/capacity`,
    LINE_WORK_QUEUE_URL: `${url}/000000000000/line-work`,
    LINE_ERRANDS_QUEUE_URL: `${url}/000000000000/line-errands`,
    LINE_RATE_MAX: '40',
    CAPACITY_TARGETS: '{"functions":{}}',
    STATE_BUCKET_URL: `${url}/state`,
    AWS_ENDPOINT_URL_SQS: url,
    ORIGIN_SECRET_ID: 'origin',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  });
  const { handler: plan } = await import('../../lambdas/functions/plan-capacity');
  const { handler: browse } = await import('../../lambdas/functions/browse-races');
  // What is read ahead is fresh for seconds, and compiling takes longer on a busy machine.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const said = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  await plan({});
  const bodies = sent.map(({ MessageBody }) => JSON.parse(MessageBody));
  expect(bodies).toMatchObject([
    { kind: 'arm', raceId },
    { due: true, need: { environments: { pay: 13 } } },
  ]);
  const message = sent[1];
  // A race that got a line just now is read again each second until all readers know. The next run comes after that.
  clock.mockReturnValue(Date.now() + 60_000);
  await plan({});
  said.mockRestore();

  // The first runner of another environment finds everything in the cache.
  expect(reader.statements).toBeGreaterThan(0);
  reader.forget();
  const ask = (routeKey: string) =>
    browse(requestEvent({ routeKey, path: { raceId }, headers: { 'x-startline-origin': 'word' } }));
  expect(JSON.parse((await ask('GET /api/races')).body ?? '').races).toMatchObject([{ id: raceId }]);
  expect((await ask('GET /api/races/{raceId}')).statusCode).toBe(200);
  expect(reader.statements).toBe(0);
  clock.mockRestore();
  // Nothing is dealt before the opening, by the database's clock.
  expect(await database.postgres.query('SELECT 1 FROM block')).toEqual([]);

  const { handler: set } = await import('../../lambdas/functions/set-capacity');
  const body = { messageId: 'm', body: message?.MessageBody ?? '', receiptHandle: '', messageAttributes: {} };
  const attributes = {
    ApproximateReceiveCount: '1',
    SentTimestamp: '',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '',
  };
  const record = { ...body, attributes, md5OfBody: '', eventSource: 'aws:sqs', eventSourceARN: '', awsRegion: '' };
  expect(await set({ Records: [record] })).toEqual({ batchItemFailures: [] });
  // What it set last is where the console reads it.
  expect(sent.at(-1)).toMatchObject({ due: true, need: { environments: { pay: 13 } }, parts: [], beyond: [] });
});
