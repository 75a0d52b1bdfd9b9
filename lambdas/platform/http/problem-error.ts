import { type Problem, type ProblemName, problems, problemType } from '../../api/problems';
import type { FieldError } from '../../api/read';

interface Extra {
  /** In seconds. */
  readonly retryAfter?: number;
  readonly opensAt?: string;
  readonly free?: number;
  readonly refund?: number;
  readonly allow?: readonly string[];
  readonly challenge?: Problem['challenge'];
  readonly triesLeft?: number;
  readonly permit?: string | undefined;
  readonly errors?: readonly FieldError[];
}

/**
 * An error that a route throws to answer with a problem. `detail` is for people: what went wrong and what they can do.
 */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(
    name: ProblemName,
    detail: string,
    { retryAfter, opensAt, free, refund, allow, challenge, triesLeft, permit, errors }: Extra = {},
  ) {
    super(detail);
    this.name = 'ProblemError';
    const { status, title } = problems[name];
    this.problem = {
      type: problemType(name),
      title,
      status,
      detail,
      ...(retryAfter !== undefined && { retryAfter: Math.max(0, Math.ceil(retryAfter)) }),
      ...(opensAt !== undefined && { opensAt }),
      ...(free !== undefined && { free }),
      ...(refund !== undefined && { refund }),
      ...(allow && { allow: [...allow] }),
      ...(challenge && { challenge }),
      ...(triesLeft !== undefined && { triesLeft }),
      ...(permit !== undefined && { permit }),
      ...(errors && { errors: [...errors] }),
    };
  }
}
