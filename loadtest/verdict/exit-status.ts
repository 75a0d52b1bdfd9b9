import type { TestReport } from '../report/test-report';

/** Exit codes of the command: a script must not take a void run for a good one. */
export const exitCodes = { clean: 0, failed: 1, void: 2 } as const;

export type ExitStatus = keyof typeof exitCodes;

export const exitStatusOf = ({ checks, validity }: Pick<TestReport, 'checks' | 'validity'>): ExitStatus => {
  if (!checks.every(({ holds }) => holds)) return 'failed';
  return validity.kind === 'void' ? 'void' : 'clean';
};
