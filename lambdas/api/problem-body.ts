import type { FieldError } from './faults';
import { type ParametersOf, type Problem, type ProblemName, problems, problemType } from './problems';
import { fieldSentences } from './texts/en/faults';
import { details, titles } from './texts/en/problems';

/** Left out when the problem has no parameter that is needed. */
export type Arguments<N extends ProblemName> =
  Readonly<Record<never, never>> extends ParametersOf<N>
    ? [parameters?: ParametersOf<N>]
    : [parameters: ParametersOf<N>];

interface Members {
  readonly retryAfter?: number;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/** A problem as the body of an answer: title and detail in English, and the parameters as extension members. */
export const problemBody = <N extends ProblemName>(
  name: N,
  ...[parameters = {} as ParametersOf<N>]: Arguments<N>
): Problem => {
  const { retryAfter, errors, ...rest }: Members = parameters;
  return {
    type: problemType(name),
    title: titles[name],
    status: problems[name],
    detail: details[name](parameters),
    ...rest,
    ...(retryAfter !== undefined && { retryAfter: Math.max(0, Math.ceil(retryAfter)) }),
    ...(errors && {
      errors: fieldSentences(errors),
      faults: [...errors],
    }),
  };
};
