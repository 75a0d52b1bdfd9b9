import { type Arguments, problemBody } from './problem-body';
import type { Problem, ProblemName } from './problems';

/** An error that a route throws to answer with a problem. Its sentences are made of the problem's name and parameters. */
export class ProblemError<N extends ProblemName = ProblemName> extends Error {
  readonly problem: Problem;

  constructor(name: N, ...parameters: Arguments<N>) {
    const problem = problemBody(name, ...parameters);
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}
