import * as v from 'valibot';

const refusal = v.object({ __type: v.string(), message: v.optional(v.string(), '') });

/** Names of errors by which SQS throttles. */
const tooFast = /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown/;

/** A call of SQS that failed. Unless SQS refused it, SQS may have done what was asked. */
export class SqsError extends Error {
  override readonly name: string;
  /** Whether another attempt may help; `isTransient` reads it. */
  readonly transient: boolean;

  constructor(name: string, message: string, transient: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = name;
    this.transient = transient;
  }

  static unanswered(cause: Error): SqsError {
    return new SqsError(cause.name, `SQS did not answer: ${cause.message}`, true, cause);
  }

  static unreadable(): SqsError {
    return new SqsError('UnreadableAnswer', 'SQS answered 200, and what follows is not JSON.', true);
  }

  /** The error for an answer whose status is not 200. */
  static refused(status: number, answer: unknown): SqsError {
    const said = v.safeParse(refusal, answer);
    const name = said.success ? said.output.__type.replace(/^.*#/, '') : `Status${status}`;
    const message = said.success ? said.output.message : 'The answer was not one of SQS.';
    return new SqsError(name, `SQS answered ${status} ${name}: ${message}`, status >= 500 || tooFast.test(name));
  }
}
