import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { openBucket, S3Error } from '../../../lambdas/platform/aws/call-s3';
import { signRequest } from '../../../lambdas/platform/aws/sign-request';
import { openObjects } from '../../../local/objects/object-store';
import { serveObjects } from '../../../local/objects/serve-objects';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const environment = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
};
const folder = mkdtempSync(join(tmpdir(), 'startline-objects-'));
const store = openObjects(folder, () => new Date('2026-06-01T12:00:00Z'));
const objects = serveObjects({ bucket: 'results', store });
/** Passes requests on, and keeps what was asked. `faults`: so many of the next ones are answered with 503. */
const asked: IncomingMessage[] = [];
let faults = 0;
const server = createServer((request, response) => {
  asked.push(request);
  if (faults-- > 0) return void response.writeHead(503).end();
  objects.emit('request', request, response);
});
let endpoint = '';
let sdk: S3Client;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sdk = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
});
afterAll(() => {
  sdk?.destroy();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked.length = 0;
  faults = 0;
});
const bucket = () => openBucket(`${endpoint}/results`, environment);
const cacheControl = 'public, max-age=15';
const Bucket = 'results';

test("AWS's own SDK reads what was put here, with its headers, and the other way round", async () => {
  expect(await bucket().put('a/one.json', '{"name":"Zoë"}', { cacheControl })).toBe(true);
  const read = await sdk.send(new GetObjectCommand({ Bucket, Key: 'a/one.json' }));
  expect([await read.Body?.transformToString(), read.CacheControl, read.ContentType]).toEqual([
    '{"name":"Zoë"}',
    cacheControl,
    'application/json',
  ]);
  await sdk.send(new PutObjectCommand({ Bucket, Key: 'a/two.json', Body: '{"n":2}' }));
  const { ETag } = await sdk.send(new HeadObjectCommand({ Bucket, Key: 'a/two.json' }));
  expect(await bucket().get('a/two.json')).toEqual({ json: { n: 2 }, etag: ETag });
  expect(await bucket().get('a/three.json')).toBeUndefined();
});

test("a request of AWS's own SDK and ours are signed by one rule", async () => {
  await bucket().put('signed', '{}', { cacheControl, onlyIf: 'none' });
  await bucket().get('signed');
  // The one request of the SDK without a query.
  await sdk.send(new HeadObjectCommand({ Bucket, Key: 'signed' }));
  expect(asked.map(({ method }) => method)).toEqual(['PUT', 'GET', 'HEAD']);
  for (const { method, url, headers } of asked) {
    const signed = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
    expect(signed).toEqual(expect.arrayContaining(['host', 'x-amz-content-sha256', 'x-amz-date']));
    const own = signed.filter((name) => name !== 'x-amz-date');
    const time = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
    const fresh = signRequest({
      method: method as 'GET',
      path: url ?? '',
      headers: Object.fromEntries(own.map((name) => [name, String(headers[name])])),
      body: method === 'PUT' ? '{}' : '',
      region: 'us-east-1',
      service: 's3',
      credentials,
      at: new Date(time),
    });
    expect(headers.authorization).toBe(fresh.authorization);
  }
});

test.each(['the SDK', 'our client'])('of two who read the same object, one replaces it: %s', async (client) => {
  const put = async (key: string, body: string, onlyIf: string): Promise<boolean> => {
    if (client === 'our client') return bucket().put(key, body, { cacheControl, onlyIf });
    const condition = onlyIf === 'none' ? { IfNoneMatch: '*' } : { IfMatch: onlyIf };
    return sdk.send(new PutObjectCommand({ Bucket, Key: key, Body: body, ...condition })).then(
      () => true,
      ({ name }: Error) => (/PreconditionFailed|NoSuchKey/.test(name) ? false : Promise.reject(new Error(name))),
    );
  };
  const key = `contested/${client.replace(' ', '-')}`;
  expect(await put(key, '1', '"no-such"')).toBe(false);
  expect(await put(key, '1', 'none')).toBe(true);
  expect(await put(key, '2', 'none')).toBe(false);
  const { etag = '' } = (await bucket().get(key)) ?? {};
  expect((await Promise.all([put(key, '3', etag), put(key, '4', etag)])).sort()).toEqual([false, true]);
});

test("a key that is deleted is gone, and AWS's own SDK lists the others page by page", async () => {
  for (const name of ['b', 'a', 'c', 'é'])
    await bucket().put(`list/${encodeURIComponent(name)}`, '1', { cacheControl });
  await sdk.send(new DeleteObjectCommand({ Bucket, Key: 'list/b' }));
  const keys: (string | undefined)[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await sdk.send(new ListObjectsV2Command({ Bucket, Prefix: 'list/', MaxKeys: 2, ContinuationToken }));
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(keys).toEqual(['list/a', 'list/c', 'list/é']);
});

test('objects are there after a restart', async () => {
  await bucket().put('kept', '{"n":1}', { cacheControl });
  expect(
    openObjects(folder, () => new Date())
      .get('kept')
      ?.body.toString(),
  ).toBe('{"n":1}');
});

test('S3 is asked again when it is busy, and what stays busy is thrown as what may pass', async () => {
  faults = 2;
  expect(await bucket().put('busy', '1', { cacheControl })).toBe(true);
  faults = 3;
  await expect(bucket().get('busy')).rejects.toMatchObject({ transient: true });
  asked.length = 0;
  await expect(openBucket(`${endpoint}/other`, environment).put('x', '1', { cacheControl })).rejects.toThrow(S3Error);
  expect(asked).toHaveLength(1);
});

test('keys are listed page by page, also with signs that are escaped, and an object that is removed is gone', async () => {
  await Promise.all(
    Array.from({ length: 1_003 }, (_, n) => sdk.send(new PutObjectCommand({ Bucket, Key: `many/n-${n}`, Body: '{}' }))),
  );
  expect(new Set(await bucket().keys('many/n')).size).toBe(1_003);
  expect(await bucket().keys("it's (none)*!/")).toEqual([]);
  await bucket().remove('many/n-7');
  await bucket().remove('many/n-7');
  expect(await bucket().keys('many/n-7')).not.toContain('many/n-7');
  expect(await bucket().get('many/n-7')).toBeUndefined();
});
