import type { Context } from 'aws-lambda';
import { HttpError } from './http-error';

const replyReserveMs = 500;

/**
 * The answer. Throws HttpError 503 with `retryAfter` shortly before Lambda would end the invocation without an
 * answer.
 */
export const beforeDeadline = async <T>(
  answer: Promise<T>,
  context: Pick<Context, 'getRemainingTimeInMillis'> | undefined,
): Promise<T> => {
  if (!context) return answer;
  const { promise: late, reject } = withReject();
  const timer = setTimeout(
    () => reject(new HttpError('busy', { reason: 'slow', retryAfter: 2 })),
    Math.max(0, context.getRemainingTimeInMillis() - replyReserveMs),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

const withReject = () => {
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  return { promise, reject };
};
