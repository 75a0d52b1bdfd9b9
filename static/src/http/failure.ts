import * as v from 'valibot';
import type { ProblemName } from '../../../lambdas/api/problems';

import type { Challenge } from '../proof/proof-of-work';

/** What the server found wrong with a field, see `lambdas/api/faults.ts`. */
export interface Fault {
  readonly field: string;
  readonly code: string;
  readonly limit?: number | undefined;
  /** The page's own sentence about it. */
  readonly says?: string | undefined;
}

/** A problem of our API, with its parameters. */
export interface ProblemFailure {
  readonly kind: 'problem';
  readonly name: ProblemName;
  /** The sentence of the server, in English. */
  readonly detail: string;
  readonly retryAfter?: number;
  readonly opensAt?: string;
  readonly free?: number;
  readonly refund?: number;
  readonly challenge?: Challenge;
  /** A token that allows to join the waiting list. */
  readonly permit?: string;
  readonly faults?: readonly Fault[];
  /** Other parameters, which only sentences need. */
  readonly [parameter: string]: unknown;
}

const problem = v.object({
  type: v.string(),
  detail: v.string(),
  retryAfter: v.optional(v.number()),
  opensAt: v.optional(v.string()),
  free: v.optional(v.number()),
  refund: v.optional(v.number()),
  challenge: v.optional(v.object({ token: v.string(), work: v.number() })),
  permit: v.optional(v.string()),
  faults: v.optional(v.array(v.object({ field: v.string(), code: v.string(), limit: v.optional(v.number()) }))),
});

/** How a call can fail. */
export type Failure =
  | ProblemFailure
  /** No answer: offline, or the connection broke. */
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  /** An answer that does not come from our API, such as the error page of a proxy or of a throttled gateway. */
  | { readonly kind: 'unreadable'; readonly status: number; readonly retryAfter?: number };

export type Answered<T> = { readonly kind: 'ok'; readonly value: T } | Failure;

/** Matched by the form of the type, not against a list: the list contains all titles, and would make the script larger. */
const nameIn = (type: string) => /^\/problems\/([a-z-]+)$/.exec(type)?.[1] as ProblemName | undefined;

const headerSeconds = (text: string | null): number | undefined => {
  const seconds = Number(text);
  return text !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};

/**
 * Reads problem details ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) by their `type`. Anything else is `unreadable`.
 * `retryAfter` in seconds.
 */
export const readFailure = (status: number, body: unknown, retryAfterHeader: string | null): Failure => {
  const parsed = v.safeParse(problem, body);
  const name = parsed.success ? nameIn(parsed.output.type) : undefined;
  const retryAfter = (parsed.success ? parsed.output.retryAfter : undefined) ?? headerSeconds(retryAfterHeader);
  const pace = retryAfter === undefined ? {} : { retryAfter };
  if (!parsed.success || !name) return { kind: 'unreadable', status, ...pace };
  // The parameters that are not checked here are only read by sentences.
  return { ...(body as object), ...parsed.output, kind: 'problem', name, ...pace };
};

/** The `retryAfter` of a failure, in seconds, if the server sent one. */
export const retryAfterOf = (failure: Failure): number | undefined =>
  failure.kind === 'problem' || failure.kind === 'unreadable' ? failure.retryAfter : undefined;

/** Whether a retry may succeed. Only for calls that are safe to repeat. */
export const isTransient = (failure: Failure): boolean => {
  if (failure.kind === 'problem') return failure.name === 'busy' || failure.name === 'payment-unknown';
  if (failure.kind === 'unreadable') return failure.status === 429 || failure.status >= 500;
  return true;
};
