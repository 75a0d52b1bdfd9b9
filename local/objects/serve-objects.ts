import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readBody } from '../gateway/read-body';
import type { ObjectStore, StoredObject } from './object-store';
import { readForm } from './read-form';

/** Larger than every object that we write. */
const maxBodyBytes = 20 << 20;
/** The limits of S3: the length of a key, and the number of keys in one answer. */
const maxKeyBytes = 1_024;
const maxKeysPerAnswer = 1_000;

const keptHeaders = ['content-type', 'cache-control', 'content-encoding', 'content-disposition'] as const;

/** Of every part but the last. */
const minPartBytes = 5 << 20;

const keptOf = (headers: IncomingMessage['headers']): StoredObject['headers'] =>
  Object.fromEntries(
    keptHeaders.flatMap((header) => {
      const value = headers[header];
      return typeof value === 'string' ? [[header, value]] : [];
    }),
  );

const escaped = (text: string): string =>
  text
    .replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\p{Cc}/gu, (sign) => `&#${sign.charCodeAt(0)};`);

/** A file that comes in parts. */
interface Unfinished {
  readonly key: string;
  readonly headers: StoredObject['headers'];
  readonly parts: Map<number, Buffer>;
}

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

/**
 * Plays S3 for one bucket, addressed by its path: PUT with If-Match and If-None-Match, GET, HEAD, DELETE, the list of keys, files
 * in parts, and forms of browsers. Only the signatures of forms are checked.
 */
export const serveObjects = ({ bucket, store }: { bucket: string; store: ObjectStore }): Server => {
  const unfinished = new Map<string, Unfinished>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://objects');
    const [, name = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const refuse = (status: number, code: string) => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(method === 'HEAD' ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    };
    if (name !== bucket) return refuse(404, 'NoSuchBucket');
    if (Buffer.byteLength(key) > maxKeyBytes) return refuse(400, 'KeyTooLongError');
    if (key === '' && method === 'POST') {
      // A browser reads the answer only where S3 allows its page to.
      response.setHeader('access-control-allow-origin', headers.origin ?? '*');
      const body = await readBody(request, maxBodyBytes);
      if (!body) return refuse(400, 'EntityTooLarge');
      const sent = await readForm(bucket, headers['content-type'], body, new Date());
      if (!('key' in sent)) return refuse(sent[0], sent[1]);
      store.put(sent.key, sent.body, { 'content-type': sent.contentType }, {});
      return void response.writeHead(204).end();
    }
    if (key === '') return method === 'GET' ? list(url.searchParams, response) : refuse(405, 'MethodNotAllowed');
    const uploadId = url.searchParams.get('uploadId');
    if (method === 'POST' || uploadId !== null) return inParts(request, response, key, uploadId, refuse);
    switch (method) {
      case 'GET':
      case 'HEAD': {
        const found = store.get(key);
        if (!found) return refuse(404, 'NoSuchKey');
        const isKnown = headers['if-none-match'] === found.etag;
        response.writeHead(isKnown ? 304 : 200, headersOf(found));
        return void response.end(isKnown || method === 'HEAD' ? undefined : found.body);
      }
      case 'PUT': {
        const body = await readBody(request, maxBodyBytes);
        if (!body) return refuse(400, 'EntityTooLarge');
        const condition = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
        const etag = store.put(key, body, keptOf(headers), condition);
        if (etag === 'missing') return refuse(404, 'NoSuchKey');
        if (etag === 'failed') return refuse(412, 'PreconditionFailed');
        return void response.writeHead(200, { etag }).end();
      }
      case 'DELETE':
        store.remove(key);
        return void response.writeHead(204).end();
      default:
        return refuse(405, 'MethodNotAllowed');
    }
  };

  const inParts = async (
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    id: string | null,
    refuse: (status: number, code: string) => void,
  ): Promise<void> => {
    const body = await readBody(request, maxBodyBytes);
    if (!body) return refuse(400, 'EntityTooLarge');
    if (id === null) {
      const made = randomUUID();
      unfinished.set(made, { key, headers: keptOf(request.headers), parts: new Map() });
      response.writeHead(200, { 'content-type': 'application/xml' });
      return void response.end(
        `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const found = unfinished.get(id);
    if (found?.key !== key) return refuse(404, 'NoSuchUpload');
    if (request.method === 'DELETE') {
      unfinished.delete(id);
      return void response.writeHead(204).end();
    }
    if (request.method === 'PUT') {
      const { searchParams } = new URL(request.url ?? '/', 'http://objects');
      found.parts.set(Number(searchParams.get('partNumber')), body);
      return void response.writeHead(200, { etag: etagOf(body) }).end();
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
    const parts = named.map(([, number, etag]) => {
      const part = found.parts.get(Number(number));
      return part && etagOf(part) === etag?.replaceAll('&quot;', '"') ? part : undefined;
    });
    if (parts.length === 0 || parts.includes(undefined)) return refuse(400, 'InvalidPart');
    if (parts.slice(0, -1).some((part) => part && part.length < minPartBytes)) return refuse(400, 'EntityTooSmall');
    const etag = store.put(key, Buffer.concat(parts.flatMap((part) => part ?? [])), found.headers, {});
    unfinished.delete(id);
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><CompleteMultipartUploadResult><ETag>${escaped(etag)}</ETag></CompleteMultipartUploadResult>`,
    );
  };

  const list = (query: URLSearchParams, response: ServerResponse): void => {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const limit = Math.min(maxKeysPerAnswer, Number(query.get('max-keys') ?? maxKeysPerAnswer));
    const all = store
      .keys()
      .filter((key) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
    const page = all.slice(0, limit);
    const isCut = all.length > page.length;
    const contents = page.map((key) => {
      const found = store.get(key);
      return found
        ? `<Contents><Key>${escaped(key)}</Key><LastModified>${found.modifiedAt}</LastModified><ETag>${escaped(found.etag)}</ETag><Size>${found.body.length}</Size></Contents>`
        : '';
    });
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${limit}</MaxKeys><IsTruncated>${isCut}</IsTruncated>${
        isCut ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : ''
      }${contents.join('')}</ListBucketResult>`,
    );
  };

  return createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
};

const headersOf = ({ headers, etag, modifiedAt, body }: StoredObject) => ({
  'content-type': 'binary/octet-stream',
  ...headers,
  etag,
  'last-modified': new Date(modifiedAt).toUTCString(),
  'content-length': body.length,
});
