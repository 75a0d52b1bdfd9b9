import { timingSafeEqual } from 'node:crypto';
import type { Intent, Problem } from './records';

/** Thrown when a request is refused. `intent`: its state after the refusal. */
export class Refusal extends Error {
  readonly status: number;
  readonly problem: Problem;
  readonly intent: Intent | undefined;

  constructor(status: number, problem: Problem, intent?: Intent) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
    this.intent = intent;
  }
}

export const invalid = (message: string, param?: string, code?: string): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) });

export const missing = (what: string, id: string, param: string, status = 404): Refusal =>
  new Refusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

/** The account makes too many requests: https://docs.stripe.com/rate-limits */
export const limited = (): Refusal =>
  new Refusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests hit the API.' });

/** Compares secrets in the same time, wherever they differ. */
export const isSameText = (given: string, secret: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
};
