import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as v from 'valibot';
import { correlate } from '../observability';
import { bodyOf, maxJsonBytes, maxRawBytes } from './body';
import { type ReadMessage, readJson } from './read-json';

/** The parts of a request that routes use. Header names are in lower case. */
export interface Request {
  readonly method: string;
  /** Path parameters. Every id is well formed. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** The body byte for byte, for checking signatures; at most 64 KB. Throws HttpError: 413, 422. */
  readonly rawBody: string;
  readonly requestId: string;
  /** The client's address as made by `viewerAddress`. */
  readonly viewer: string;
  /**
   * The body, checked against the schema; at most 16 KB, or `mostBytes`. Throws HttpError: 413, 415, 422 that names every
   * wrong field. A function says which of several schemas a body is for.
   */
  json<S extends v.GenericSchema<unknown, unknown>>(
    schema: S | ((body: unknown) => S),
    mostBytes?: number,
  ): v.InferOutput<S>;
}

/** `headers`: of `headersOf`. `viewerHeader`: in which the CDN names the client's address. */
export const requestOf = (
  event: APIGatewayProxyEventV2,
  headers: Readonly<Record<string, string>>,
  path: Readonly<Record<string, string>>,
  { read, viewerHeader }: { readonly read: ReadMessage; readonly viewerHeader: string },
): Request => {
  return {
    method: event.requestContext.http.method,
    path,
    query: defined(event.queryStringParameters),
    headers,
    cookies: event.cookies ? cookiesOf(event.cookies) : {},
    requestId: event.requestContext.requestId,
    viewer: viewerAddress(headers[viewerHeader]),
    get rawBody() {
      return bodyOf(event, maxRawBytes);
    },
    json(schema, mostBytes = maxJsonBytes) {
      const message = readJson(read, schema, headers['content-type'], bodyOf(event, mostBytes));
      correlate(message);
      return message;
    },
  };
};

/** The event may spell the names in any case. */
export const headersOf = ({ headers }: APIGatewayProxyEventV2): Readonly<Record<string, string>> =>
  defined(headers, (name) => name.toLowerCase());

/** A loop, because it is run for each request: lists of pairs cost a tenth of the time of a cached answer. */
const defined = (
  record: Readonly<Record<string, string | undefined>> = {},
  named = (name: string) => name,
): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (value !== undefined) kept[named(name)] = value;
  }
  return kept;
};

// Of two cookies with one name the first counts: the browser sends the one with the longer path first.
const cookiesOf = (cookies: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    cookies
      .flatMap((line) => line.split(';'))
      .flatMap((pair) => {
        const at = pair.indexOf('=');
        return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
      })
      .reverse(),
  );

/** The token of `Authorization: Bearer …`; empty when there is none. */
export const bearerOf = ({ headers }: Pick<Request, 'headers'>): string =>
  /^Bearer (\S{1,4096})$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/**
 * `?waited=37`: for how many seconds the client has waited, by its own account; `undefined` when absent or malformed.
 */
export const waitedOf = ({ query }: Pick<Request, 'query'>): number | undefined =>
  /^\d{1,6}$/.test(query.waited ?? '') ? Number(query.waited) : undefined;

/**
 * The client's address, as the CDN saw it with its port (`203.0.113.7:49152`). It can be trusted, because
 * requests without the CDN's secret are refused before. An IPv6 address counts by its /64, which is one household.
 */
export const viewerAddress = (seen = 'unknown'): string => {
  const address = seen
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    // An IPv4 address mapped into IPv6 stays IPv4: their common /64 is no household.
    .replace(/^::ffff:(?=[\d.]+$)/i, '');
  return address.includes(':') ? `${expand(address).slice(0, 4).join(':')}::/64` : address;
};

const expand = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const before = head ? head.split(':') : [];
  if (tail === undefined) return before;
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
};
