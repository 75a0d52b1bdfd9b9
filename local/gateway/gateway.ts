import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { originHeader, viewerHeader } from '../../lambdas/contract/headers';
import {
  type Behaviour,
  behaviours,
  consoleDocument,
  consoleHeaders,
  crowdBehaviours,
  crowdHeaders,
  mediaHeaders,
  type SiteDocument,
  securityHeaders,
} from '../../lib/edge';
import { type Answer, gatewayAnswer } from './answer';
import type { HttpApi } from './api';
import { edgeCache } from './edge-cache';
import type { EdgeRequest } from './edge-function';
import { readBody } from './read-body';
import { isUnchanged } from './site-files';

interface Needs {
  readonly api: Pick<HttpApi, 'answer'> & Partial<Pick<HttpApi, 'refusal'>>;
  readonly site: (
    method: string,
    path: string,
    headers: IncomingMessage['headers'],
    document: SiteDocument,
  ) => Answer | Promise<Answer>;
  /** The buckets of results, of the proofs of draws and of uploaded files. Here they are one: their keys differ. */
  readonly files: (path: string) => Promise<Answer>;
  /** The function that answers at the edge. Without one, its requests go on to the API. */
  readonly edge?: (request: EdgeRequest) => Promise<Answer | undefined>;
  readonly originSecret: string;
  readonly processorOrigin: string;
  /** Where browsers send files to. Without it they can send none. */
  readonly filesOrigin?: string;
  /** The origin of the crowd's distribution, if there is one. */
  readonly crowdOrigin?: string;
  /** Plays the crowd's distribution in place of the site's. */
  readonly isCrowd?: boolean;
  /** Ms of a clock that never goes back: of the cache. */
  readonly clock?: () => number;
  readonly log: (problem: string, error: unknown) => void;
}

/** CloudFront's limit for a URL, in bytes. */
const addressLimit = 8_192;
/** API Gateway's limits in bytes: the request line and all headers; the body. */
const headLimit = 10_240;
const bodyLimit = 10 * 1024 * 1024;

/** Node writes a text together with the headers. Bytes are a second piece, which costs more than to copy so many. */
const oneWriteBytes = 16_384;

/** CloudFront's answer where a behaviour allows no such method. */
const forbidden = gatewayAnswer(403, 'Forbidden');

/** API Gateway's answer when Lambda throttles a function. */
const throttled = gatewayAnswer(503, 'Service Unavailable');

/** Headers that only the edge may set. */
const ours = new Set([
  originHeader,
  viewerHeader,
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-host',
  'host',
]);
/** Headers that must not influence a cached answer, because it is served to everybody. */
const personal = new Set(['cookie', 'if-none-match', 'if-modified-since', 'range', 'authorization']);

const headSize = ({ method = '', url = '', rawHeaders }: IncomingMessage) => {
  let size = method.length + url.length + 12;
  for (const text of rawHeaders) size += text.length + 2;
  return size;
};

const toPattern = (path: string): RegExp => {
  const literal = path.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
};

/**
 * Finds the first behaviour whose path pattern fits, as CloudFront does. Throws when none does: the last must be `*`.
 */
export const matchBehaviour = (behaviours: readonly Behaviour[]): ((path: string) => Behaviour) => {
  const table = behaviours.map((behaviour) => ({ behaviour, pattern: toPattern(behaviour.path) }));
  return (path) => {
    for (const { behaviour, pattern } of table) if (pattern.test(path)) return behaviour;
    throw new Error(`No behaviour of lib/edge.ts fits ${path}: its last must be "*".`);
  };
};

/** The cache key of a request: the path, and the listed query parameters in the order of the list. */
export const cacheKey = (path: string, query: string, listed: readonly string[]): { key: string; query: string } => {
  if (listed.length === 0 || query === '') return { key: path, query: '' };
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of listed) for (const value of given.getAll(name)) kept.append(name, value);
  return { key: `${path}?${kept}`, query: kept.toString() };
};

/** CloudFront and API Gateway in one server, as a browser sees Startline. */
export const createGateway = ({
  api,
  site,
  files,
  edge,
  originSecret,
  processorOrigin,
  filesOrigin,
  crowdOrigin,
  isCrowd = false,
  clock,
  log,
}: Needs): Server => {
  const behaviourOf = matchBehaviour(isCrowd ? crowdBehaviours : behaviours);
  const cache = edgeCache({ ...(clock && { clock }) });
  const security = isCrowd ? crowdHeaders() : securityHeaders(processorOrigin, crowdOrigin);

  const headersFor = ({ rawHeaders, headers, socket }: IncomingMessage, cached: boolean): string[] => {
    const address = socket.remoteAddress ?? '127.0.0.1';
    const kept: string[] = [];
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
      const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
      const lower = name.toLowerCase();
      if (!ours.has(lower) && !(cached && personal.has(lower))) kept.push(lower, value);
    }
    const before = headers['x-forwarded-for']?.toString();
    kept.push('host', 'startline.execute-api.local', 'x-forwarded-proto', 'https', 'x-forwarded-port', '443');
    kept.push('x-forwarded-for', before ? `${before}, ${address}` : address);
    kept.push(viewerHeader, `${address}:${socket.remotePort ?? 0}`, originHeader, originSecret);
    return kept;
  };

  const send = (
    request: IncomingMessage,
    response: ServerResponse,
    { status, headers, body }: Answer,
    edge: Record<string, string>,
    policy: Readonly<Record<string, string>> = security,
  ) => {
    if (response.destroyed) return;
    const withoutBody = status === 304 || status === 204;
    // For an answer to HEAD without a body, only its maker knows the content length.
    const isUnknown = request.method === 'HEAD' && body.length === 0;
    const length = withoutBody || isUnknown ? {} : { 'content-length': body.length };
    response.writeHead(status, { ...policy, ...headers, ...edge, ...length } as never);
    if (withoutBody || request.method === 'HEAD') response.end();
    else if (body.length > oneWriteBytes) response.end(body);
    else response.end(body.toString('latin1'), 'latin1');
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = request;
    if (request.headers.host === undefined) {
      response.shouldKeepAlive = false;
      return send(request, response, gatewayAnswer(400, 'Bad Request'), {});
    }
    if (url.length > addressLimit) {
      response.shouldKeepAlive = false;
      return send(request, response, gatewayAnswer(414, 'Request-URI Too Large'), {});
    }
    if (headSize(request) > headLimit) {
      response.shouldKeepAlive = false;
      return send(request, response, gatewayAnswer(431, 'Request Header Fields Too Large'), {});
    }
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark + 1);
    const behaviour = behaviourOf(path);
    if (behaviour.document) {
      const policy = behaviour.document === consoleDocument ? consoleHeaders(filesOrigin) : security;
      return send(request, response, await site(method, path, request.headers, behaviour.document), {}, policy);
    }

    const arrival = { method, path, httpVersion: request.httpVersion, sourceIp: request.socket.remoteAddress ?? '' };
    if (behaviour.cached && (method === 'GET' || method === 'HEAD')) {
      const { key, query: kept } = cacheKey(path, query, behaviour.query);
      // CloudFront sends HEAD on when it has nothing cached. The head of the whole answer is the same.
      const fetch = () =>
        behaviour.origin !== 'api'
          ? files(path)
          : api.answer({
              ...arrival,
              method: 'GET',
              query: kept,
              rawHeaders: headersFor(request, true),
              body: undefined,
            });
      const { answer: found, from, age } = await cache(key, fetch);
      const policy = behaviour.origin === 'media' ? mediaHeaders() : security;
      const isHit = from === 'hit' || from === 'stale' || from === 'collapsed';
      const edge = {
        'x-cache': isHit ? 'Hit from startline' : from === 'error' ? 'Error from startline' : 'Miss from startline',
        ...(isHit && { age: String(age) }),
      };
      const etag = found.headers.etag;
      if (found.status === 200 && typeof etag === 'string' && isUnchanged(request.headers['if-none-match'], etag))
        return send(request, response, { ...found, status: 304 }, edge, policy);
      return send(request, response, found, edge, policy);
    }

    if (behaviour.origin !== 'api' || isCrowd) return send(request, response, forbidden, {});

    if (behaviour.answeredBy && edge) {
      const asked = { method, path, address: arrival.sourceIp, cookie: request.headers.cookie };
      const answered = await edge(asked);
      if (answered) {
        request.resume();
        return send(request, response, answered, { 'x-cache': 'FunctionGeneratedResponse from startline' });
      }
    }

    // Refused before its body is read: a client that gets no answer in time asks again, and adds more work.
    const retryAfter = api.refusal?.(method, path);
    if (retryAfter !== undefined) return send(request, response, throttled, { 'retry-after': String(retryAfter) });
    const body = method === 'GET' || method === 'HEAD' ? undefined : await readBody(request, bodyLimit);
    if (body === undefined && method !== 'GET' && method !== 'HEAD') {
      response.shouldKeepAlive = false;
      send(request, response, gatewayAnswer(413, 'Request Entity Too Large'), {});
      // Keeps reading for a moment: closing while bytes arrive resets the connection before the client reads the
      // answer.
      request.resume();
      setTimeout(() => request.destroy(), 2_000).unref();
      return;
    }
    const isGone = () => !request.socket.writable;
    const found = await api.answer({ ...arrival, query, rawHeaders: headersFor(request, false), body, isGone });
    send(request, response, found, { 'x-cache': 'Miss from startline' });
  };

  const server = createServer(
    // A missing Host header is refused below, with the headers that Node would leave out.
    { keepAliveTimeout: 65_000, maxHeaderSize: 20_480, requestTimeout: 60_000, requireHostHeader: false },
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        // A client that hung up gets no answer, and this is no error.
        if (request.destroyed || response.headersSent) return;
        log('the gateway could not answer', error);
        send(request, response, gatewayAnswer(500, 'Internal Server Error'), {});
      });
    },
  );
  // Bytes that Node cannot parse never become a request.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const head = Object.entries({ ...security, connection: 'close', 'content-length': 0 });
    const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n\r\n`);
  });
  return server;
};
