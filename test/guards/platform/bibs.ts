import type { Guard } from '../guard';

/** A number that runners wear is given once. */
export const guardsOfBibs: readonly Guard[] = [
  {
    guard: 'A batch gives no number that anybody has or had.',
    invariant: 'Q1',
    file: 'lambdas/bibs/giving/give-bibs.ts',
    from: 'number <= to && isTaken(number)',
    to: 'false',
    test: [
      'test/bibs/give-bibs.test.ts',
      'everybody gets the lowest free number of the first range that is for them, and the next range when that one is full',
    ],
  },
  {
    guard: 'Nobody overwrites ranges that they have not seen.',
    invariant: 'Q1',
    file: 'lambdas/bibs/giving/postgres-bibs.ts',
    from: 'plan.seen !== seen',
    to: 'plan.seen === undefined',
    test: ['test/bibs/postgres-bibs.test.ts', 'of two directors who change the same ranges'],
  },
  {
    guard: 'By hand and by file, nobody gets a number that somebody else has or had.',
    invariant: 'Q1',
    file: 'lambdas/bibs/giving/plan-file.ts',
    from: '(!owner.isVoid && leaving.has(owner.registrationId))',
    to: 'true',
    test: [
      'test/bibs/give-bibs.test.ts',
      'are changed between two people in one file, and not taken from somebody who is not in it',
    ],
  },
  {
    guard: 'A number that somebody gave up for another stays nobody’s.',
    invariant: 'Q1',
    file: 'lambdas/bibs/giving/postgres-bibs.ts',
    from: '  await sql.query(voidFormer, [ids]);\n',
    to: "  await sql.query(voidFormer.replace(/UPDATE bib SET .*? WHERE/, 'DELETE FROM bib WHERE'), [ids]);\n",
    test: [
      'test/bibs/postgres-bibs.test.ts',
      'the number of somebody who has no spot any more, or another number, is given to nobody else until it is freed',
    ],
  },
  {
    guard: 'A number goes on with the spot that is passed on.',
    invariant: 'Q1',
    file: 'lambdas/registration/change/transfer/postgres-transfers.ts',
    from: '  await sql.query(moveBib, [fromId, toId]);\n',
    to: '',
    test: [
      'test/registration/postgres-transfers.test.ts',
      'the other gets the same number, they have none any more, and both have a mail',
    ],
  },
  {
    guard: 'Numbers are swapped with whoever has them when they are swapped, also while a spot is passed on.',
    invariant: 'Q1',
    file: 'lambdas/bibs/giving/postgres-bibs.ts',
    from: '    const liveness = await lockRegistrations(sql, raceId, ids);\n    const now = await find();',
    to: '    const liveness = new Map(ids.map((id) => [id, true] as const));\n    const now = before;',
    test: ['test/bibs/postgres-bibs.test.ts', 'a number goes on with the spot, also while it is swapped'],
  },
];
