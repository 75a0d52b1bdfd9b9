import * as v from 'valibot';
import { NoAnswer } from '../../platform/calls/connection';
import { openEndpoint } from '../../platform/calls/send-request';
import type { Transient } from '../../platform/retry';
import type { Secret } from '../../platform/secret';
import { traced } from '../../platform/trace';
import { limited } from '../settle/pace';
import { type Failure, failure } from './messages';

export interface StripeRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  /**
   * A request repeated with its key returns the first answer and does nothing again:
   * https://docs.stripe.com/api/idempotent_requests
   */
  readonly idempotencyKey?: string;
}

export interface StripeAnswer {
  readonly status: number;
  readonly body: unknown;
  /** What an earlier request with this idempotency key was answered: it may no longer be true. */
  readonly isReplay?: boolean;
}

/**
 * One attempt, of at most `withinMs` milliseconds. `undefined`: no answer; the request may or may not have been carried
 * out.
 */
export type StripeHttp = (request: StripeRequest, withinMs: number) => Promise<StripeAnswer | undefined>;

/** `isReplay`: as `StripeAnswer` says. */
export type Answer<T> =
  | { readonly kind: 'done'; readonly body: T; readonly isReplay?: boolean }
  | { readonly kind: 'failure'; readonly status: number; readonly failure: Failure; readonly isReplay?: boolean }
  | { readonly kind: 'unknown' };

/**
 * Repeats a request until there is a clear answer, or until `deadline` (milliseconds since the epoch). Throws when a
 * successful answer does not match `schema`.
 */
export type CallStripe = <T>(
  request: StripeRequest,
  schema: v.GenericSchema<unknown, T>,
  deadline: number,
) => Promise<Answer<T>>;

/** Stripe stores a 5xx under its idempotency key, too: further attempts return the same. */
const maxServerErrors = 3;
const minAttemptMs = 1000;

/** Repeats with the same idempotency key while the outcome is unknown. Gives up after several server errors. */
export const openStripe =
  (http: StripeHttp, attemptMs: number): CallStripe =>
  async (request, schema, deadline) => {
    let broken = 0;
    for (let attempt = 0; Date.now() < deadline && broken < maxServerErrors; attempt++) {
      const left = deadline - Date.now();
      // Never all of the time left: if this request gets no answer, the repetition has time to get one.
      const answer = await http(request, Math.min(attemptMs, Math.max(left / 2, Math.min(left, minAttemptMs))));
      if (answer && isClear(answer)) return answerOf(answer, schema);
      if (answer && answer.status >= 500) broken++;
      await (answer && isRateLimited(answer) ? pauseWhenLimited(deadline) : pause(attempt, deadline));
    }
    return { kind: 'unknown' };
  };

/**
 * Not clear: the first request with this key is still under way (409), a lock or rate limit (429), or a server error.
 * https://docs.stripe.com/error-low-level
 */
const isClear = ({ status }: StripeAnswer): boolean => status !== 409 && status !== 429 && status < 500;

/**
 * More requests came within a second than Stripe takes, so nothing was carried out. The other 429 is a lock on the
 * object: https://docs.stripe.com/rate-limits
 */
export const isRateLimited = ({ status, body }: StripeAnswer): boolean => {
  if (status !== 429) return false;
  const read = v.safeParse(failure, body);
  return !(read.success && read.output.error.code === 'lock_timeout');
};

/** Throws what `isLimited` knows, in place of an answer that would be repeated: for work that can wait its turn. */
export const throwWhenLimited =
  (http: StripeHttp): StripeHttp =>
  async (request, withinMs) => {
    const answer = await http(request, withinMs);
    if (answer && isRateLimited(answer)) throw limited();
    return answer;
  };

const answerOf = <T>(
  { status, body, isReplay = false }: StripeAnswer,
  schema: v.GenericSchema<unknown, T>,
): Answer<T> => {
  if (status === 200) return { kind: 'done', body: v.parse(schema, body), isReplay };
  return { kind: 'failure', status, failure: v.parse(failure, body).error, isReplay };
};

/** Full jitter, 50 ms doubling to 1.6 s, never past the deadline. */
export const pause = (attempt: number, deadline: number): Promise<void> =>
  pauseFor(Math.random() * 50 * 2 ** Math.min(attempt, 5), deadline);

/** In milliseconds: the limit counts the requests of a second. */
const limitedPauseMs = { least: 300, most: 900 };

const pauseWhenLimited = (deadline: number): Promise<void> => {
  const { least, most } = limitedPauseMs;
  return pauseFor(least + Math.random() * (most - least), deadline);
};

const pauseFor = (ms: number, deadline: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(ms, deadline - Date.now()))));

/** The error for a refusal that the code does not expect. */
export const unexpectedRefusal = (action: string, registrationId: string, { type, code, message }: Failure): Error =>
  new Error(`The processor would not ${action} for ${registrationId}: ${code ?? type}: ${message ?? ''}`);

/** The error for an answer that did not come in time. Asking again may help. */
export const timedOut = (what: string): Error & Transient =>
  Object.assign(new Error(`The processor did not say in time ${what}.`), {
    name: 'TimeoutError',
    transient: true as const,
  });

/** The shapes in `messages.ts` are those of this version, whatever the account's default is. */
export const stripeVersion = '2026-08-26.dahlia';

/** Calls Stripe's API at `baseUrl`. */
export const stripeHttp = (baseUrl: string, secret: Secret): StripeHttp => {
  const url = new URL(baseUrl);
  const root = url.pathname.replace(/\/$/, '');
  const send = openEndpoint(url);

  return async ({ method, path, form, idempotencyKey }, withinMs) => {
    const { secretKey } = await secret();
    if (!secretKey) throw new Error('The processor secret must have a field `secretKey`.');
    const body = form && new URLSearchParams(form).toString();
    const headers = {
      authorization: `Bearer ${secretKey}`,
      'stripe-version': stripeVersion,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    };
    const request = { method, path: `${root}${path}`, headers, withinMs, ...(body !== undefined && { body }) };
    try {
      const { status, header, json } = await traced('payment processor', () => send(request));
      // An answer that is not JSON came from a proxy on the way, so it tells nothing about the request.
      return json === undefined
        ? undefined
        : { status, isReplay: header('idempotent-replayed') === 'true', body: json };
    } catch (error) {
      // Refused, reset or timed out: in each case the request may have been carried out.
      if (error instanceof NoAnswer) return undefined;
      throw error;
    }
  };
};
