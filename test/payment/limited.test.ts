import * as v from 'valibot';
import { isLimited } from '../../lambdas/payment/settle/pace';
import type { StripeAnswer } from '../../lambdas/payment/stripe/call';
import { openStripe, throwWhenLimited } from '../../lambdas/payment/stripe/call';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

const refusal = (status: number, code: string): StripeAnswer => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message: 'Not now.' } },
});
const rateLimit = refusal(429, 'rate_limit');
const lock = refusal(429, 'lock_timeout');
const done: StripeAnswer = { status: 200, body: {} };
const request = { method: 'POST', path: '/v1/payment_intents' } as const;

/** When each attempt was made, in milliseconds after the first, with these answers one after the other. */
const attemptsWith = async (answers: readonly StripeAnswer[], withinMs: number) => {
  const began = Date.now();
  const attempts: number[] = [];
  const call = openStripe(async () => {
    attempts.push(Date.now() - began);
    return answers[attempts.length - 1] ?? answers.at(-1);
  }, 10_000);
  const calling = call(request, v.object({}), began + withinMs);
  await jest.advanceTimersByTimeAsync(withinMs + 1000);
  return { attempts, answer: await calling };
};

test('a runner whose payment meets the limit waits for 300 to 900 milliseconds, and then pays', async () => {
  const { attempts, answer } = await attemptsWith([rateLimit, rateLimit, done], 7000);
  expect(answer.kind).toBe('done');
  expect(attempts).toHaveLength(3);
  attempts.slice(1).forEach((at, index) => {
    const waited = at - (attempts[index] ?? 0);
    expect(waited).toBeGreaterThanOrEqual(300);
    expect(waited).toBeLessThanOrEqual(901);
  });
});

test('a limit without a code is a limit, too', async () => {
  const { attempts } = await attemptsWith([{ status: 429, body: 'slow down' }, done], 7000);
  expect(attempts[1]).toBeGreaterThanOrEqual(300);
});

test('a payment that somebody else has locked for a moment is asked for again at once', async () => {
  const { attempts } = await attemptsWith([lock, done], 7000);
  expect(attempts[1]).toBeLessThanOrEqual(51);
});

test('after seven seconds of limits nobody knows the outcome, and few requests were made', async () => {
  const { attempts, answer } = await attemptsWith([rateLimit], 7000);
  expect(answer).toEqual({ kind: 'unknown' });
  expect(attempts.length).toBeLessThanOrEqual(24);
});

test('work that can wait is told of a limit at once, and not of a lock', async () => {
  const told = (answer: StripeAnswer) =>
    throwWhenLimited(async () => answer)(request, 1000).catch((error: unknown) =>
      isLimited(error) ? 'limited' : error,
    );
  expect(await told(rateLimit)).toBe('limited');
  expect(await told(lock)).toBe(lock);
  expect(await told(done)).toBe(done);
});
