import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { correlate, log, step } from '../observability';
import { isTransient } from '../retry';
import type { Secret } from '../secret';
import { beforeDeadline } from './before-deadline';
import { HttpError, type ProblemDetails } from './http-error';
import { type Paths, pathReader } from './path';
import type { ReadMessage } from './read-json';
import { problemReply, type Reply } from './reply';
import { headersOf, type Request, requestOf, waitedOf } from './request';
import { checkOriginSecret, checkSameSite } from './request-origin';

/** By route: `GET /api/races/{raceId}`. */
export type Handlers<Route extends string = string> = Partial<Record<Route, (request: Request) => Promise<Reply>>>;

/** What differs between APIs. */
export interface ApiOptions extends Paths {
  /** Headers that the CDN adds, in lower case: a secret, and the client's address. */
  readonly cdnHeaders: { readonly origin: string; readonly viewer: string };
  /** The pause before the next try of a client that has waited `waited` seconds, in seconds. */
  readonly pauseAfter: (waited: number) => number;
  /** Checks the body of a request against its schema. */
  readonly read: ReadMessage;
  /** The problem that an error is answered with; `undefined` when nobody expected it. */
  readonly problemOf: (error: unknown) => ProblemDetails | undefined;
  /** When given, only requests that came through our CDN are answered. `{"current": "…", "previous": "…"}` */
  readonly originSecret?: Secret;
  /** The site's own origin, for requests that do not tell it: `https://startline.example`. */
  readonly siteOrigin?: string;
  /**
   * With less time left than this, in milliseconds, a request is answered 503 at once: work that is cut off in the
   * middle is lost.
   */
  readonly minRemainingMs?: number;
}

/**
 * Answers the routes of an HTTP API. An error that a route throws becomes a problem (RFC 9457) and one line in the log.
 * https://www.rfc-editor.org/rfc/rfc9457
 */
export const api = (handlers: Handlers, options: ApiOptions) => {
  const { cdnHeaders, pauseAfter, read, problemOf, originSecret, siteOrigin, minRemainingMs = 0 } = options;
  const pathOf = pathReader(handlers, options);
  return async (
    event: APIGatewayProxyEventV2,
    context?: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<APIGatewayProxyStructuredResultV2> => {
    const answer = async () => {
      if (context && context.getRemainingTimeInMillis() < minRemainingMs)
        throw new HttpError('busy', { reason: 'crowd', retryAfter: 2 });
      const headers = headersOf(event);
      if (originSecret) await checkOriginSecret(headers[cdnHeaders.origin], originSecret);
      checkSameSite(event.requestContext.http.method, headers, siteOrigin);
      const [route, path] = pathOf(event);
      correlate(path);
      return route(requestOf(event, headers, path, { read, viewerHeader: cdnHeaders.viewer }));
    };
    const reply = await beforeDeadline(answer(), context).catch((error: unknown) => {
      const problem = problemOf(error) ?? problemOf(unexpected(error, event.requestContext.requestId));
      if (!problem) throw error;
      return problemReply(withLongerRetry(problem, event, pauseAfter));
    });
    const { method } = event.requestContext.http;
    // Polls are not logged: each client sends many of them.
    if (method !== 'GET' && method !== 'HEAD') step('Answered.', { route: event.routeKey, status: reply.status });
    return resultOf(method === 'HEAD' ? { ...reply, body: '' } : reply);
  };
};

/**
 * A client that polls with `?waited=` gets a longer `retryAfter` the longer it has waited, also while the service is
 * unavailable (503).
 */
const withLongerRetry = (
  problem: ProblemDetails,
  { queryStringParameters }: APIGatewayProxyEventV2,
  pauseAfter: ApiOptions['pauseAfter'],
): ProblemDetails => {
  const waited = waitedOf({ query: { waited: queryStringParameters?.waited ?? '' } });
  if (problem.status !== 503 || waited === undefined) return problem;
  return { ...problem, retryAfter: Math.max(problem.retryAfter ?? 0, pauseAfter(waited)) };
};

/** Logs an error that no route expected. */
const unexpected = (error: unknown, requestId: string): HttpError => {
  if (isTransient(error)) {
    log.error('Something this request needs does not answer.', error, { httpRequestId: requestId });
    return new HttpError('busy', { reason: 'unavailable', retryAfter: 2 });
  }
  log.error('A request failed.', error, { httpRequestId: requestId });
  return new HttpError('internal-error', { requestId });
};

const resultOf = ({ status, body, headers, cookies }: Reply): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { ...headers },
  body,
  ...(cookies.length > 0 && { cookies: [...cookies] }),
});
