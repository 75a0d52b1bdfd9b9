import type { Guard } from '../guard';

const forged: Guard['test'] = [
  'test/bibs/desk.test.ts',
  'checks its runner in, and one that we did not sign is kept as forged',
];

const replaced: Guard['test'] = [
  'test/bibs/desk.test.ts',
  'is refused, undoes nothing and counts for nothing, and the new one checks its runner in',
];
const store = 'lambdas/bibs/desk/postgres-desk.ts';

/** A code at a desk is good for its runner, when we signed it. */
export const guardsOfDesk: readonly Guard[] = [
  {
    guard: 'A scan has the name of who was at the desk.',
    invariant: 'S12',
    file: store,
    from: 'FROM staff s WHERE s.id = n.staff_id)',
    to: 'FROM staff s WHERE s.id = n.staff_id AND false)',
    test: ['test/bibs/desk.test.ts', 'has the name of who was at the desk, and the audit has who sent it'],
  },
  {
    guard: 'A desk checks nobody in before the week of the race, so everybody can give their spot back until then.',
    invariant: 'S12',
    file: store,
    from: `\${who} IS NOT NULL AND`,
    to: 'false AND',
    test: ['test/bibs/desk.test.ts', 'a desk checks people in from seven days before the race on'],
  },
  {
    guard: 'Nobody scans a runner until the database does not answer any more.',
    invariant: 'S9',
    file: store,
    from: `> \${mostOfOne}`,
    to: '> 1000',
    test: ['test/bibs/desk.test.ts', 'one person scans a runner twenty times at most'],
  },
  {
    guard: 'Nobody writes scans in a name of another race.',
    invariant: 'S12',
    file: 'lambdas/bibs/desk/signed-scanners.ts',
    from: 'said.raceId === raceId ? said.staffId : undefined',
    to: 'said.staffId',
    test: ['test/bibs/desk.test.ts', 'has the name of who sends it when we did not sign another one for this race'],
  },
  {
    guard: 'A forged code does not check its runner in.',
    invariant: 'S12',
    file: 'lambdas/domain/check-in-sql.ts',
    from: ` AND c.proof NOT IN ('forged', 'replaced')`,
    to: '',
    test: forged,
  },
  {
    guard: 'A check-in comes before a change of the spot or after it.',
    invariant: 'S1',
    file: store,
    from: 'await sql.query(lockSeatsForCheckIn, [kept.scans.map(({ registrationId }) => registrationId)]);',
    to: '',
    test: ['test/registration/check-in-races.test.ts', 'keeps the spot that the desk has seen'],
  },
  {
    guard: 'A forged code takes no check-in back.',
    invariant: 'S12',
    file: 'lambdas/domain/check-in-sql.ts',
    from: ` AND u.proof NOT IN ('forged', 'replaced')`,
    to: '',
    test: forged,
  },
  {
    guard: 'A code that was replaced does not check its runner in.',
    invariant: 'S12',
    file: store,
    from: `WHEN n.proof = 'code' AND EXISTS (`,
    to: `WHEN n.proof = 'forged' AND EXISTS (`,
    test: replaced,
  },
  {
    guard: 'A code that is good now is not taken for one that was replaced.',
    invariant: 'S12',
    file: store,
    from: 'AND c.version > n.version AND',
    to: 'AND c.version >= n.version AND',
    test: replaced,
  },
  {
    guard: 'A desk that asks what is new hears of a new code.',
    invariant: 'S12',
    file: store,
    from: `
    UNION SELECT registration_id FROM replaced_code WHERE race_id = $1 AND seq > $2 AND seq <= $2 + \${mostChanges}`,
    to: '',
    test: ['test/bibs/desk.test.ts', 'is told to a desk that asks what is new, and to one that reads the whole list'],
  },
  {
    guard: 'The version of a code is signed.',
    invariant: 'S12',
    file: 'lambdas/bibs/desk/signed-codes.ts',
    from: 'verify(null, signed(head), publicKey',
    to: 'verify(null, signed(head.subarray(0, 21)), publicKey',
    test: ['test/bibs/desk.test.ts', 'cannot be made to look like the new one'],
  },
  {
    guard: 'Only its runner replaces the code of a registration.',
    invariant: 'S12',
    file: 'lambdas/bibs/own/own-bib-routes.ts',
    from: `if (!proven || found === 'not-yours') throw new ProblemError('not-yours', { reason: 'change' });`,
    to: `if (!proven) throw new ProblemError('not-yours', { reason: 'change' });
      if (found === 'not-yours') return reply(200, {});`,
    test: ['test/bibs/own-bib-routes.test.ts', 'nobody gets a new code with'],
  },
];
