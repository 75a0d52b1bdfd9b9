import { sha256 } from '../signed-tokens';
import type { ProblemDetails } from './http-error';
import type { KeptAnswer } from './kept-answers';
import type { Request } from './request';

/** A route's answer. `body` is JSON text already, so that it is serialised once and can be hashed. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** For what one person reads: also a cache that was set up to ignore `no-store` may not give it to another. */
export const neverStored = { 'cache-control': ['private', 'no-store'].join(', ') };

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Not cacheable, unless a header says otherwise. */
export const reply = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  cookies: readonly string[] = [],
): Reply => ({
  status,
  body: body === undefined ? '' : JSON.stringify(body),
  headers: { ...jsonHeaders, ...headers },
  cookies,
});

/**
 * A cacheable answer: 200 with a strong ETag, or 304 for a client that has it. `tag`: what tells versions apart, where the body
 * also has the time.
 */
export const cached = (request: Pick<Request, 'headers'>, body: unknown, cacheControl: string, tag?: string): Reply => {
  const full = reply(200, body);
  const headers = { 'cache-control': cacheControl, etag: `"${tag ?? sha256(full.body)}"` };
  return matches(request.headers['if-none-match'], headers.etag)
    ? { status: 304, body: '', headers, cookies: [] }
    : { ...full, headers: { ...full.headers, ...headers } };
};

/** The same for an answer that was written and hashed before. */
export const kept = (request: Pick<Request, 'headers'>, { body, etag }: KeptAnswer, cacheControl: string): Reply => {
  const headers = { 'cache-control': cacheControl, etag };
  return matches(request.headers['if-none-match'], etag)
    ? { status: 304, body: '', headers, cookies: [] }
    : { status: 200, body, headers: { ...jsonHeaders, ...headers }, cookies: [] };
};

/** RFC 9457: https://www.rfc-editor.org/rfc/rfc9457 */
export const problemReply = (problem: ProblemDetails, cookies: readonly string[] = []): Reply => {
  const { status, retryAfter } = problem;
  const headers = {
    'content-type': 'application/problem+json',
    ...(problem.allow && { allow: problem.allow.join(', ') }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return reply(status, problem, headers, cookies);
};

// If-None-Match compares weakly, because a cache on the way may have marked our tag with W/:
// https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false;
