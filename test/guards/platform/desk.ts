import type { Guard } from '../guard';

const forged: Guard['test'] = [
  'test/bibs/desk.test.ts',
  'checks its runner in, and one that we did not sign is kept as forged',
];

/** A code at a desk is good for its runner, when we signed it. */
export const guardsOfDesk: readonly Guard[] = [
  {
    guard: 'A forged code does not check its runner in.',
    invariant: 'S12',
    file: 'lambdas/domain/check-in-sql.ts',
    from: ` AND c.proof <> 'forged'`,
    to: '',
    test: forged,
  },
  {
    guard: 'A forged code takes no check-in back.',
    invariant: 'S12',
    file: 'lambdas/domain/check-in-sql.ts',
    from: ` AND u.proof <> 'forged'`,
    to: '',
    test: forged,
  },
];
