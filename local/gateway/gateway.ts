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
import { invalidInValue } from '../http/read-head';
import { type HttpAnswer, type HttpRequest, HttpServer } from '../http/serve-http';
import { type Answer, gatewayAnswer } from './answer';
import type { HttpApi } from './api';
import { edgeCache } from './edge-cache';
import type { EdgeRequest } from './edge-function';
import { isUnchanged } from './site-files';

interface Needs {
  readonly api: Pick<HttpApi, 'answer'> & Partial<Pick<HttpApi, 'refusal'>>;
  readonly site: (
    method: string,
    path: string,
    headers: HttpRequest['headers'],
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

const headSize = ({ method, url, rawHeaders }: HttpRequest) => {
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

type Headers = Answer['headers'];

/** The name and the line of each header. Throws for a value that could begin another line. */
const linesOf = (headers: Headers): readonly (readonly [name: string, line: string])[] =>
  Object.keys(headers).map((name) => {
    const value = headers[name] ?? '';
    const lines = typeof value === 'string' ? lineOf(name, value) : value.map((one) => lineOf(name, one)).join('');
    return [name, lines];
  });

const lineOf = (name: string, value: string): string => {
  if (invalidInValue.test(value)) throw new Error(`The header ${name} has a value that no header may have.`);
  return `${name}: ${value}\r\n`;
};

type Policy = ReturnType<typeof linesOf>;

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
}: Needs): HttpServer => {
  const behaviourOf = matchBehaviour(isCrowd ? crowdBehaviours : behaviours);
  const cache = edgeCache({ ...(clock && { clock }) });
  const security = linesOf(isCrowd ? crowdHeaders() : securityHeaders(processorOrigin, crowdOrigin));
  const [ofConsole, ofMedia] = [linesOf(consoleHeaders(filesOrigin)), linesOf(mediaHeaders())];

  const headersFor = ({ rawHeaders, headers, socket }: HttpRequest, cached: boolean): string[] => {
    const address = socket.remoteAddress ?? '127.0.0.1';
    const kept: string[] = [];
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
      const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
      if (!ours.has(name) && !(cached && personal.has(name))) kept.push(name, value);
    }
    const before = headers['x-forwarded-for'];
    kept.push('host', 'startline.execute-api.local', 'x-forwarded-proto', 'https', 'x-forwarded-port', '443');
    kept.push('x-forwarded-for', before ? `${before}, ${address}` : address);
    kept.push(viewerHeader, `${address}:${socket.remotePort ?? 0}`, originHeader, originSecret);
    return kept;
  };

  const headOf = ({ headers }: Answer, policy: Policy): string => {
    let lines = '';
    for (const [name, line] of policy) if (!(name in headers)) lines += line;
    for (const [, line] of linesOf(headers)) lines += line;
    return lines;
  };
  /** Heads of answers in the cache, which are sent again and again. */
  const keptHeads = new WeakMap<Answer, string>();
  const keptHeadOf = (answer: Answer, policy: Policy): string => {
    const head = keptHeads.get(answer) ?? headOf(answer, policy);
    keptHeads.set(answer, head);
    return head;
  };

  /** `edge`: the header lines that CloudFront or API Gateway adds. */
  const httpAnswer = (
    request: Pick<HttpRequest, 'method'>,
    answer: Answer,
    { edge = '', policy = security, head = headOf(answer, policy), status = answer.status, isLast = false } = {},
  ): HttpAnswer => {
    const { body } = answer;
    // For an answer to HEAD without a body, only its maker knows the content length.
    const isUnknown = request.method === 'HEAD' && body.length === 0;
    if (status === 304 || status === 204 || isUnknown) return { status, head: head + edge, isLast };
    const whole = `${head}${edge}content-length: ${body.length}\r\n`;
    return request.method === 'HEAD' ? { status, head: whole, isLast } : { status, head: whole, body, isLast };
  };

  const refused = (request: HttpRequest, status: number, message: string): HttpAnswer =>
    httpAnswer(request, gatewayAnswer(status, message), { isLast: true });

  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { method, url } = request;
    if (request.headers.host === undefined) return refused(request, 400, 'Bad Request');
    if (url.length > addressLimit) return refused(request, 414, 'Request-URI Too Large');
    if (headSize(request) > headLimit) return refused(request, 431, 'Request Header Fields Too Large');
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark + 1);
    const behaviour = behaviourOf(path);
    if (behaviour.document) {
      const policy = behaviour.document === consoleDocument ? ofConsole : security;
      return httpAnswer(request, await site(method, path, request.headers, behaviour.document), { policy });
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
      const policy = behaviour.origin === 'media' ? ofMedia : security;
      const isHit = from === 'hit' || from === 'stale' || from === 'collapsed';
      const said = isHit ? 'Hit' : from === 'error' ? 'Error' : 'Miss';
      const edge = `x-cache: ${said} from startline\r\n${isHit ? `age: ${age}\r\n` : ''}`;
      const { etag } = found.headers;
      const isSame =
        found.status === 200 && typeof etag === 'string' && isUnchanged(request.headers['if-none-match'], etag);
      const status = isSame ? 304 : found.status;
      return httpAnswer(request, found, { edge, head: keptHeadOf(found, policy), status });
    }

    if (behaviour.origin !== 'api' || isCrowd) return httpAnswer(request, forbidden);

    if (behaviour.answeredBy && edge) {
      const asked = { method, path, address: arrival.sourceIp, cookie: request.headers.cookie };
      const answered = await edge(asked);
      if (answered)
        return httpAnswer(request, answered, { edge: 'x-cache: FunctionGeneratedResponse from startline\r\n' });
    }

    // Refused before its body is read: a client that gets no answer in time asks again, and adds more work.
    const retryAfter = api.refusal?.(method, path);
    if (retryAfter !== undefined) return httpAnswer(request, throttled, { edge: `retry-after: ${retryAfter}\r\n` });
    const body = method === 'GET' || method === 'HEAD' ? undefined : await request.body();
    if (body === undefined && method !== 'GET' && method !== 'HEAD')
      return refused(request, 413, 'Request Entity Too Large');
    const isGone = () => !request.socket.writable;
    const found = await api.answer({ ...arrival, query, rawHeaders: headersFor(request, false), body, isGone });
    return httpAnswer(request, found, { edge: 'x-cache: Miss from startline\r\n' });
  };

  return new HttpServer({
    maxHeadBytes: 20_480,
    maxBodyBytes: bodyLimit,
    idleMs: 65_000,
    requestMs: 60_000,
    answer: (request) =>
      answer(request).catch((error: unknown) => {
        // A client that hung up gets no answer, and this is no error.
        if (request.socket.writable) log('the gateway could not answer', error);
        return httpAnswer(request, gatewayAnswer(500, 'Internal Server Error'));
      }),
    // Bytes that are no request.
    refusal: (status) => httpAnswer({ method: '' }, { status, headers: {}, body: Buffer.alloc(0) }),
  });
};
