import type * as v from 'valibot';
import { safeParse } from 'valibot';
import { secretHeader } from '../../../lambdas/api/messages/sessions';
import { waitSeconds } from './backoff';
import { type Answered, isTransient, readFailure, retryAfterOf } from './failure';

/** One HTTP call. `schema` checks the body of the answer. The default timeout is 10 s. */
export interface Call<S> {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly schema: S;
  readonly body?: unknown;
  readonly bearer?: string;
  /**
   * Sends the secret of this browser's session. So the session stays the same although an answer with its cookie was lost.
   */
  readonly ofSession?: boolean;
  readonly timeoutSeconds?: number;
  /** The browser finishes the request even if the page is left (`keepalive`). */
  readonly outlivesPage?: boolean;
  /** The maximum of retries. Only for calls that are safe to repeat; 0 where the screen shows the retries. */
  readonly retries?: number;
}

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;
export type Request = <S extends Schema>(call: Call<S>) => Promise<Answered<v.InferOutput<S>>>;

interface Services {
  readonly fetch: typeof globalThis.fetch;
  readonly random: () => number;
  readonly wait: (seconds: number) => Promise<void>;
  /** 32 random bytes in base64url. The same for every call of one browser. */
  readonly secret: () => string;
}

const once = async <S extends Schema>(
  { fetch, secret }: Services,
  call: Call<S>,
): Promise<Answered<v.InferOutput<S>>> => {
  const timeout = AbortSignal.timeout((call.timeoutSeconds ?? 10) * 1000);
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.bearer ? { authorization: `Bearer ${call.bearer}` } : {}),
        ...(call.ofSession ? { [secretHeader]: secret() } : {}),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      credentials: 'same-origin',
      signal: timeout,
      ...(call.outlivesPage ? { keepalive: true } : {}),
    });
    const text = await response.text();
    const body: unknown = parseJson(text);
    if (!response.ok) return readFailure(response.status, body, response.headers.get('retry-after'));
    const parsed = safeParse(call.schema, body);
    return parsed.success ? { kind: 'ok', value: parsed.output } : { kind: 'unreadable', status: response.status };
  } catch {
    return { kind: timeout.aborted ? 'timeout' : 'network' };
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** An HTTP client that never throws: a failure is a value, too. */
export const createRequest =
  (services: Services): Request =>
  async (call) => {
    const { random, wait } = services;
    for (let tries = 0; ; tries++) {
      const answer = await once(services, call);
      const again = answer.kind !== 'ok' && tries < (call.retries ?? 0) && isTransient(answer);
      if (!again) return answer;
      await wait(waitSeconds(tries, random(), retryAfterOf(answer)));
    }
  };
