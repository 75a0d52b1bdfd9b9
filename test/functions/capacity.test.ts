import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace } from '../support/races/race';

let database: FreshDatabase;
let server: Server;
const sent: { MessageBody: string }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
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
  await database.close();
});

test('as they are deployed, with the rights they have there, one function orders what the other sets; a machine that has nothing to warm sets nothing', async () => {
  await makeRace(database.postgres, { spots: 700, opensIn: 60_000 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    CAPACITY_QUEUE_URL: `${url}/000000000000/capacity`,
    CAPACITY_TARGETS: '{"functions":{}}',
    AWS_ENDPOINT_URL_SQS: url,
  });
  const { handler: plan } = await import('../../lambdas/functions/plan-capacity');
  const said = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  await plan({});
  said.mockRestore();
  const [message] = sent;
  expect(JSON.parse(message?.MessageBody ?? '')).toMatchObject({ due: true, need: { environments: { pay: 10 } } });

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
});
