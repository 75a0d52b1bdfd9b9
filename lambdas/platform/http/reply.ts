import type { Problem } from '../../api/problems';
import { sha256 } from '../seal';
import type { Request } from './request';

/** What a route answers. `body` is JSON text already, so that it is written once and can be hashed. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** Nobody keeps this answer unless a header says otherwise. */
export const reply = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  cookies: readonly string[] = [],
): Reply => ({
  status,
  body: body === undefined ? '' : JSON.stringify(body),
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  cookies,
});

/** An answer that caches may keep: 200 with a strong ETag, or 304 to somebody who has it. */
export const cached = (request: Pick<Request, 'headers'>, body: unknown, cacheControl: string): Reply => {
  const full = reply(200, body);
  const headers = { 'cache-control': cacheControl, etag: `"${sha256(full.body)}"` };
  return matches(request.headers['if-none-match'], headers.etag)
    ? { status: 304, body: '', headers, cookies: [] }
    : { ...full, headers: { ...full.headers, ...headers } };
};

/** RFC 9457. */
export const problemReply = (problem: Problem, cookies: readonly string[] = []): Reply => {
  const { status, retryAfter } = problem;
  const headers = {
    'content-type': 'application/problem+json',
    ...(problem.allow && { allow: problem.allow.join(', ') }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return reply(status, problem, headers, cookies);
};

// If-None-Match compares weakly (RFC 9110, 13.1.2): a cache on the way may have marked our tag W/.
const matches = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
