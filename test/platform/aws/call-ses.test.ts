import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetAccountCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { openSes } from '../../../lambdas/platform/aws/call-ses';
import { signRequest } from '../../../lambdas/platform/aws/sign-request';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const mail = {
  FromEmailAddress: 'mail@startline.example',
  Destination: { ToAddresses: ['ada@example.com'] },
  Content: { Simple: { Subject: { Data: 'Zoë' }, Body: { Text: { Data: 'Text' } } } },
};

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const asked: Asked[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const method = request.method === 'GET' ? 'GET' : 'POST';
  asked.push({ method, path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
  response.setHeader('content-type', 'application/json').end('{"MessageId":"m-1","SendingEnabled":true}');
});
let endpoint = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The signature that this request should have, with the same headers at the same time. */
const signedAnew = ({ method, path, headers, body }: Asked, sessionToken?: string) => {
  const signed = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
  const own = signed.filter((name) => name !== 'x-amz-date' && name !== 'x-amz-security-token');
  const time = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  return signRequest({
    method,
    path,
    headers: Object.fromEntries(own.map((name) => [name, String(headers[name])])),
    body,
    region: 'us-east-1',
    service: 'ses',
    credentials: { ...credentials, sessionToken },
    at: new Date(time),
  }).authorization;
};

test.each([undefined, 'a/session+token=='])(
  "what AWS's own SDK asks of SES is asked and signed the same here (session %s)",
  async (sessionToken) => {
    asked.length = 0;
    const sdk = new SESv2Client({
      endpoint,
      region: 'us-east-1',
      credentials: { ...credentials, ...(sessionToken && { sessionToken }) },
    });
    await sdk.send(new SendEmailCommand(mail));
    await sdk.send(new GetAccountCommand({}));
    sdk.destroy();

    const callSes = openSes({
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
      AWS_ENDPOINT_URL_SESV2: endpoint,
    });
    expect(await callSes('SendEmail', mail)).toMatchObject({ MessageId: 'm-1' });
    expect(await callSes('GetAccount')).toMatchObject({ SendingEnabled: true });

    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v2/email/outbound-emails',
      'GET /v2/email/account',
      'POST /v2/email/outbound-emails',
      'GET /v2/email/account',
    ]);
    const [theirs, theirAccount, ours, ourAccount] = asked;
    if (!theirs || !theirAccount || !ours || !ourAccount) throw new Error('Somebody did not ask.');
    expect(JSON.parse(ours.body)).toEqual(JSON.parse(theirs.body));
    for (const one of asked) {
      expect(one.headers.authorization).toBe(signedAnew(one, sessionToken));
      expect(one.headers['x-amz-security-token']).toBe(sessionToken);
    }
    expect(ourAccount.body).toBe('');
    expect(ours.headers['content-type']).toBe(theirs.headers['content-type']);
  },
);
