import { createServer, type Server } from 'node:http';
import { readBody } from '../gateway/read-body';

/** CloudFront's limits for a value, and for a whole store, in bytes. */
const maxValueBytes = 1_024;
const maxStoreBytes = 5 << 20;

/**
 * Plays the key value store of CloudFront: what is there is read with GET, and changed with PUT and DELETE by somebody who names the
 * version. Nothing is kept after the end: arrivals are then stamped by `enter-line`. Signatures are not checked.
 */
export const serveEdgeStore = (): Server => {
  const values = new Map<string, string>();
  let version = 1;
  const etag = () => `"${version}"`;
  const bytes = () => [...values].reduce((sum, [key, value]) => sum + Buffer.byteLength(key + value), 0);

  return createServer(async (request, response) => {
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', etag: etag() });
      response.end(JSON.stringify(body));
    };
    const { method, url = '', headers } = request;
    const [, key] = /^\/key-value-stores\/[^/]+\/keys\/([\w.-]{1,512})$/.exec(url) ?? [];
    if (key === undefined) {
      if (method === 'GET' && /^\/key-value-stores\/[^/]+$/.test(url))
        return say(200, { ItemCount: values.size, Status: 'READY', TotalSizeInBytes: bytes() });
      return say(404, { __type: 'ResourceNotFoundException' });
    }
    const value = values.get(key);
    if (method === 'GET') return value === undefined ? say(404, {}) : say(200, { Key: key, Value: value });
    if (method !== 'PUT' && method !== 'DELETE') return say(405, {});
    const body = await readBody(request, maxStoreBytes);
    if (headers['if-match'] !== etag()) return say(409, { __type: 'ConflictException' });
    if (method === 'DELETE') {
      if (!values.delete(key)) return say(404, { __type: 'ResourceNotFoundException' });
    } else {
      const { Value } = JSON.parse(body?.toString() ?? '{}');
      const isTooLong = typeof Value !== 'string' || Buffer.byteLength(Value) > maxValueBytes;
      if (isTooLong || bytes() + Buffer.byteLength(Value) > maxStoreBytes)
        return say(400, { __type: 'ValidationException' });
      values.set(key, Value);
    }
    version += 1;
    say(200, { ItemCount: values.size, TotalSizeInBytes: bytes() });
  });
};
