import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { signRequest } from '../../../lambdas/platform/aws/sign-request';
import { openSqs, type SqsDeadlines } from '../../../lambdas/platform/queue/call-sqs';
import { isTransient } from '../../../lambdas/platform/retry';
import { breakAnswer, breaks } from '../../../local/http/broken-answers';

const queueUrl = 'https://sqs.us-east-1.amazonaws.com/000000000000/registrations';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const message = { QueueUrl: queueUrl, MessageBody: '{"name":"Zoë"}' };

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Behave = (response: ServerResponse, request: IncomingMessage, nth: number) => void;

const says =
  (status: number, body: string): Behave =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
const yes = says(200, '{"MessageId":"1"}');

const asked: Asked[] = [];
let behave: Behave = yes;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  asked.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
  behave(response, request, asked.length);
});
let origin = '';
beforeAll((done) => {
  server.listen(0, '127.0.0.1', () => {
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    done();
  });
});
afterAll((done) => {
  server.closeAllConnections();
  server.close(done);
});
beforeEach(() => {
  asked.length = 0;
  behave = yes;
});

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_ENDPOINT_URL_SQS: origin,
  ...more,
});
/** Milliseconds. A busy machine must not look like a queue that hangs. */
const unhurried = { callMs: 40_000, attemptMs: 20_000 };
const send = (more?: Readonly<Record<string, string>>, deadlines: SqsDeadlines = unhurried) =>
  openSqs(queueUrl, environment(more), deadlines)('SendMessage', message);
/** An address that no request reaches: every call to it fails. */
const nowhere = 'http://127.0.0.1:1';

const lastAsked = (): Asked => {
  const last = asked.at(-1);
  if (!last) throw new Error('Nobody asked.');
  return last;
};
/** Signs the request again, with the same headers at the same time; returns the header it should have. */
const signedAnew = ({ headers, body }: Asked, sessionToken?: string): string | undefined => {
  const signed = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
  const own = signed.filter((name) => name !== 'x-amz-date' && name !== 'x-amz-security-token');
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? [];
  return signRequest({
    headers: Object.fromEntries(own.map((name) => [name, String(headers[name])])),
    body,
    region: 'us-east-1',
    service: 'sqs',
    credentials: { ...credentials, sessionToken },
    at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
  }).authorization;
};

test.each([undefined, 'a/session+token=='])(
  "what AWS's own SDK signs is signed the same here, and says the same (session %s)",
  async (sessionToken) => {
    const sdk = new SQSClient({
      endpoint: origin,
      region: 'us-east-1',
      credentials: { ...credentials, ...(sessionToken && { sessionToken }) },
      md5: false,
      useQueueUrlAsEndpoint: false,
    });
    await sdk.send(new SendMessageCommand(message));
    sdk.destroy();
    const theirs = lastAsked();
    expect(theirs.headers.authorization).toBe(signedAnew(theirs, sessionToken));

    await send(sessionToken ? { AWS_SESSION_TOKEN: sessionToken } : {});
    const ours = lastAsked();
    expect(ours.headers.authorization).toBe(signedAnew(ours, sessionToken));
    expect(ours.headers['x-amz-security-token']).toBe(sessionToken);
    expect(JSON.parse(ours.body)).toEqual(JSON.parse(theirs.body));
    for (const header of ['host', 'content-type', 'x-amz-target', 'content-length'])
      expect([header, ours.headers[header]]).toEqual([header, theirs.headers[header]]);
  },
);

/** The example of the specification, with the given differences. */
const signExample = (more: Partial<Parameters<typeof signRequest>[0]> = {}) =>
  signRequest({
    headers: { host: 'example.amazonaws.com' },
    body: '',
    region: 'us-east-1',
    service: 'service',
    credentials,
    at: new Date('2015-08-30T12:36:00Z'),
    ...more,
  }).authorization;

const rotated = { credentials: { ...credentials, secretAccessKey: 'rotated' } };

test.each([rotated, { at: new Date('2015-08-29T12:36:00Z') }, { region: 'eu-central-1' }, { service: 'sqs' }])(
  'signs the example of the specification as the specification does, also after %j',
  (before) => {
    // Any key in the cache belongs to another secret.
    signExample(rotated);
    signExample(before);
    expect(signExample()).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, ' +
        'Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    );
  },
);

test('says which invocation asks, as the SDK does, and signs that as little', async () => {
  const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1';
  await send({ _X_AMZN_TRACE_ID: trace });
  const { headers } = lastAsked();
  expect(headers['x-amzn-trace-id']).toBe(trace);
  expect(headers.authorization).toBe(signedAnew(lastAsked()));
});

test('asks where the environment says: for SQS, for everything, or else where the queue is', async () => {
  await send();
  await send({ AWS_ENDPOINT_URL: nowhere });
  const { AWS_ENDPOINT_URL_SQS: _, ...elsewhere } = environment();
  await openSqs(queueUrl, { ...elsewhere, AWS_ENDPOINT_URL: origin }, unhurried)('SendMessage', message);
  await openSqs(`${origin}/000000000000/registrations`, elsewhere, unhurried)('SendMessage', message);
  expect(asked).toHaveLength(4);
});

test.each<[string, Behave]>([
  ['breaks', says(500, '{"__type":"com.amazonaws.sqs#InternalError"}')],
  ['is asked too often', says(400, '{"__type":"com.amazonaws.sqs#RequestThrottled","message":"slowly"}')],
  ['hangs up', (_, request) => request.socket.destroy()],
  [
    'answers with half of it',
    (response, request) =>
      response.writeHead(200, { 'content-length': 100 }).write('{', () => request.socket.destroy()),
  ],
])('a queue that %s once is asked again', async (_, failure) => {
  behave = (response, request, nth) => (nth === 1 ? failure : yes)(response, request, nth);
  expect(await send()).toEqual({ MessageId: '1' });
  expect(asked).toHaveLength(2);
});

test('a queue that fails three times has failed, and the client that is told so may come back', async () => {
  behave = says(503, 'upstream is away');
  const failure: unknown = await send().catch((error: unknown) => error);
  expect(asked).toHaveLength(3);
  expect(failure).toMatchObject({ name: 'Status503' });
  expect(isTransient(failure)).toBe(true);
});

test.each(breaks)('after an answer that breaks off (%s) SQS is asked again', async (how) => {
  behave = (response, request, nth) => {
    if (nth === 1) breakAnswer(response, how);
    yes(response, request, nth);
  };
  expect(await send()).toEqual({ MessageId: '1' });
  expect(asked).toHaveLength(how === 'later' ? 1 : 2);
});

test('what SQS refuses is not asked again, and says why', async () => {
  behave = says(400, '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"There is no such queue."}');
  const failure: unknown = await send().catch((error: unknown) => error);
  expect(asked).toHaveLength(1);
  expect(failure).toMatchObject({
    name: 'QueueDoesNotExist',
    message: 'SQS answered 400 QueueDoesNotExist: There is no such queue.',
  });
  expect(isTransient(failure)).toBe(false);
});

test('nobody there: that passes', async () => {
  const failure: unknown = await send({ AWS_ENDPOINT_URL_SQS: nowhere }).catch((error: unknown) => error);
  expect(isTransient(failure)).toBe(true);
});

test('a call that hangs is made again', async () => {
  behave = (response, request, nth) => nth > 1 && yes(response, request, nth);
  expect(await send({}, { callMs: 20_000, attemptMs: 1_000 })).toEqual({ MessageId: '1' });
  expect(asked.length).toBeGreaterThan(1);
});

test('a runner waits no longer for a queue that only ever hangs than for one call, however long an attempt may take', async () => {
  behave = () => undefined;
  const started = performance.now();
  const deadlines = { callMs: 3_000, attemptMs: 15_000 };
  const failure: unknown = await send({}, deadlines).catch((error: unknown) => error);
  expect(performance.now() - started).toBeLessThan(14_000);
  expect(asked.length).toBeLessThan(3);
  expect(failure).toMatchObject({ name: 'TimeoutError' });
  expect(isTransient(failure)).toBe(true);
});
