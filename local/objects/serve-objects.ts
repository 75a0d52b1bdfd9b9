import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readBody } from '../gateway/read-body';
import type { ObjectStore, StoredObject } from './object-store';

/** Larger than every object that we write. */
const maxBodyBytes = 20 << 20;
/** The limits of S3: the length of a key, and the number of keys in one answer. */
const maxKeyBytes = 1_024;
const maxKeysPerAnswer = 1_000;

const keptHeaders = ['content-type', 'cache-control', 'content-encoding', 'content-disposition'] as const;

const escaped = (text: string): string =>
  text
    .replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\p{Cc}/gu, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Plays S3 for one bucket, addressed by its path: PUT with If-Match and If-None-Match, GET, HEAD, DELETE and the list of keys.
 * Signatures are not checked.
 */
export const serveObjects = ({ bucket, store }: { bucket: string; store: ObjectStore }): Server => {
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
    if (key === '') return method === 'GET' ? list(url.searchParams, response) : refuse(405, 'MethodNotAllowed');
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
        const kept = keptHeaders.flatMap((header) => {
          const value = headers[header];
          return typeof value === 'string' ? [[header, value]] : [];
        });
        const condition = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
        const etag = store.put(key, body, Object.fromEntries(kept), condition);
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
