import type * as v from 'valibot';
import { safeParse } from 'valibot';
import { secretHeader } from '../../../lambdas/api/sessions';
import { waitSeconds } from './backoff';
import { type Answered, isTransient, readFailure, retryAfterOf } from './failure';

export interface Call<S> {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly url: string;
  readonly schema: S;
  readonly body?: unknown;
  /** Sent form-encoded instead of a JSON body. */
  readonly form?: URLSearchParams;
  readonly bearer?: string;
  /** Names the secret of this browser's session, so that it is the same session although an answer was lost. */
  readonly ofSession?: boolean;
  readonly timeoutSeconds?: number;
  /** Sent to its end although the page is left. */
  readonly outlivesPage?: boolean;
  /** At most so many more tries. Only for calls that may safely be repeated; 0 where the screen itself shows the retrying. */
  readonly retries?: number;
}

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;
export type Request = <S extends Schema>(call: Call<S>) => Promise<Answered<v.InferOutput<S>>>;

interface Services {
  readonly fetch: typeof globalThis.fetch;
  readonly random: () => number;
  readonly wait: (seconds: number) => Promise<void>;
  /** 32 random bytes in base64url, always the same in one browser. */
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
      ...(call.form ? { body: call.form } : call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      credentials: call.form ? 'omit' : 'same-origin',
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

/** A client that never throws: every way a call can end is a value. */
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
