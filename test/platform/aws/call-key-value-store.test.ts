import { createPublicKey, hash, verify } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openKeyValueStore } from '../../../lambdas/platform/aws/call-key-value-store';
import { asymmetricKey } from '../../../lambdas/platform/aws/sign-for-all-regions';
import { serveEdgeStore } from '../../../local/edge-store/serve-edge-store';
import { edgeStore } from '../../../local/gateway/edge-store';

// The example of AWS's own library, aws-c-auth, with the key and the point that all of its implementations derive.
const [accessKeyId, secretAccessKey] = ['AKISORANDOMAASORANDOM', 'q+jcrXGc+0zWN6uzclKVhvMmUsIfRPa4rlRandom'];
const derived = '7fd3bd010c0d9c292141c2b77bfbde1042c92e6836fff749d1269ec890fca1bd';
const point = {
  x: '15D242CEEBF8D8169FD6A8B5A746C41140414C3B07579038DA06AF89190FFFCB',
  y: '0515242CEDD82E94799482E4C0514B505AFCCF2C0C98D6A553BF539F424C5EC0',
};

let server: Server;
let url = '';
let isOld = 0;
const asked: IncomingMessage[] = [];
beforeAll(async () => {
  server = serveEdgeStore();
  const [serve] = server.listeners('request') as ((...args: unknown[]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response) => {
    asked.push(request);
    if (request.method !== 'GET' && isOld-- > 0) response.writeHead(409).end('{}');
    else serve?.call(server, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/key-value-stores/arn%3Aaws%3Acloudfront%3A%3A1%3Akey-value-store%2Fa`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  isOld = 0;
});
const store = () =>
  openKeyValueStore(url, {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: 'session',
  });

test('what is put is read at the edge until it is removed, and removing it again is no error', async () => {
  await store().put('line.harbour', '{"id":1}');
  expect(await edgeStore(url)('line.harbour')).toBe('{"id":1}');
  await store().remove('line.harbour');
  await store().remove('line.harbour');
  await expect(edgeStore(url)('line.harbour')).rejects.toThrow('no key');
});

test('a write at the same moment as another looks again, but not for ever', async () => {
  isOld = 2;
  await store().put('line.harbour', 'a');
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT', 'GET', 'PUT']);
  isOld = 9;
  await expect(store().put('line.harbour', 'a')).rejects.toThrow('409');
  await expect(store().put('line.harbour', 'x'.repeat(2_000))).rejects.toThrow();
});

test('the key of an access key is the one that every implementation derives', () => {
  expect(asymmetricKey(accessKeyId, secretAccessKey).toString('hex')).toBe(derived);
});

test('a request is signed over its path with a second escape, its headers and its body', async () => {
  await store().put('line.harbour', 'a');
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: Buffer.from(point.x, 'hex').toString('base64url'),
      y: Buffer.from(point.y, 'hex').toString('base64url'),
    },
    format: 'jwk',
  });
  for (const [n, body] of [
    [0, ''],
    [1, '{"Value":"a"}'],
  ] as const) {
    const { method, url: path = '', headers } = asked[n] ?? {};
    const [, scope, signed = '', signature = ''] =
      /^AWS4-ECDSA-P256-SHA256 Credential=AKISORANDOMAASORANDOM\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]+)$/.exec(
        headers?.authorization ?? '',
      ) ?? [];
    expect(signed.split(';')).toEqual(
      expect.arrayContaining([
        'host',
        'x-amz-date',
        'x-amz-region-set',
        'x-amz-security-token',
        ...(n ? ['if-match'] : []),
      ]),
    );
    const lines = signed.split(';').map((name) => `${name}:${headers?.[name]}\n`);
    const request = `${method}\n${path.replaceAll('%', '%25')}\n\n${lines.join('')}\n${signed}\n${hash('sha256', body, 'hex')}`;
    const text = `AWS4-ECDSA-P256-SHA256\n${headers?.['x-amz-date']}\n${scope}\n${hash('sha256', request, 'hex')}`;
    expect(scope).toMatch(/^\d{8}\/cloudfront-keyvaluestore\/aws4_request$/);
    expect(verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'hex'))).toBe(true);
  }
});
