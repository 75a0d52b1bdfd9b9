import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SesPost } from '../../lambdas/mail/send/ses-post';
import { openSes } from '../../lambdas/platform/aws/call-ses';
import { breakAnswer, breaks } from '../../local/http/broken-answers';

const order = {
  registrationId: '01890000-0000-7000-8000-000000000001',
  template: 'confirmation',
  generation: 2,
} as const;
const letter = {
  senderName: 'Läufe',
  recipient: 'ada@bücher.example',
  subject: 'Hallo',
  text: 'Text',
  html: '<p>Text</p>',
};

const environment = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };

let server: Server | undefined;
const listen = async (answer: RequestListener) => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const postTo = (endpoint: string) =>
  new SesPost({
    sender: 'mail@startline.example',
    configurationSet: 'startline',
    callSes: openSes({ ...environment, AWS_ENDPOINT_URL_SESV2: endpoint }),
    now: () => new Date(),
  });
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

test('news names where a mail program ends it, and other mail does not', async () => {
  const headers: unknown[] = [];
  const endpoint = await listen((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      headers.push(JSON.parse(body).Content.Simple.Headers);
      response.setHeader('content-type', 'application/json');
      response.end('{"MessageId":"m-1"}');
    });
  });
  const post = postTo(endpoint);
  await post.send(order, letter);
  await post.send(order, { ...letter, oneClick: 'https://startline.example/api/opt-outs/k1.a.b' });
  expect(headers).toEqual([
    undefined,
    [
      { Name: 'List-Unsubscribe', Value: '<https://startline.example/api/opt-outs/k1.a.b>' },
      { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
    ],
  ]);
});

test('one call, one mail: structured fields, one recipient, three tags', async () => {
  const bodies: string[] = [];
  const endpoint = await listen((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json');
      response.end('{"MessageId":"m-1"}');
    });
  });
  expect(await postTo(endpoint).send(order, letter)).toEqual({ kind: 'accepted', messageId: 'm-1' });
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    {
      FromEmailAddress: '=?UTF-8?B?TMOkdWZl?= <mail@startline.example>',
      Destination: { ToAddresses: ['ada@xn--bcher-kva.example'] },
      Content: {
        Simple: {
          Subject: { Data: 'Hallo', Charset: 'UTF-8' },
          Body: { Text: { Data: 'Text', Charset: 'UTF-8' }, Html: { Data: '<p>Text</p>', Charset: 'UTF-8' } },
        },
      },
      ConfigurationSetName: 'startline',
      EmailTags: [
        { Name: 'registrationId', Value: order.registrationId },
        { Name: 'template', Value: 'confirmation' },
        { Name: 'generation', Value: '2' },
      ],
    },
  ]);
});

test('nobody listens: the mail certainly did not leave', async () => {
  const endpoint = await listen(() => undefined);
  await new Promise((resolve) => server?.close(resolve));
  expect(await postTo(endpoint).send(order, letter)).toMatchObject({ kind: 'unreachable' });
});

test('who listens and shakes no hand: the mail certainly did not leave, and is given up within a second', async () => {
  const endpoint = await listen(() => undefined);
  const begun = Date.now();
  // A server without TLS says nothing to a client that begins with it.
  server?.removeAllListeners('connection');
  expect(await postTo(endpoint.replace('http:', 'https:')).send(order, letter)).toMatchObject({ kind: 'unreachable' });
  // Without a deadline of its own the connection would be waited for as long as an answer, which is 3.3 s.
  expect(Date.now() - begun).toBeLessThan(3_200);
});

test('a server that takes the mail and never answers: unknown within three seconds, and asked only once', async () => {
  let asked = 0;
  const endpoint = await listen(() => {
    asked += 1;
  });
  const begun = Date.now();
  expect(await postTo(endpoint).send(order, letter)).toMatchObject({ kind: 'unknown' });
  expect(Date.now() - begun).toBeLessThan(5_000);
  expect(asked).toBe(1);
});

test.each([
  ['TooManyRequestsException', 429, 'Maximum sending rate exceeded.', 'too-fast'],
  ['TooManyRequestsException', 429, 'Daily message quota exceeded.', 'quota-used-up'],
  ['SendingPausedException', 400, 'Paused.', 'stopped'],
  ['MessageRejected', 400, 'Address blacklisted.', 'rejected'],
  ['AccessDeniedException', 403, 'Not allowed.', 'stopped'],
  ['InternalServiceErrorException', 500, 'Oops.', 'unknown'],
  ['ServiceUnavailable', 503, 'Oops.', 'unknown'],
])('%s (%i %s) on the wire is %s, after one call', async (name, status, message, kind) => {
  let asked = 0;
  const endpoint = await listen((_, response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name });
    response.end(JSON.stringify({ message }));
  });
  expect(await postTo(endpoint).send(order, letter)).toMatchObject({ kind });
  expect(asked).toBe(1);
});

test.each(breaks)(
  'after an answer that breaks off (%s) the mail has left or nobody knows, and SES is asked once',
  async (how) => {
    let asked = 0;
    const endpoint = await listen((_, response) => {
      asked += 1;
      breakAnswer(response, how);
      response.end('{"MessageId":"m-1"}');
    });
    expect(await postTo(endpoint).send(order, letter)).toMatchObject({
      kind: how === 'later' ? 'accepted' : 'unknown',
    });
    expect(asked).toBe(1);
  },
);
