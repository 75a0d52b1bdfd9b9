import type { Guard } from '../guard';

const charges = 'test/registration/unpaid-charges.test.ts';
const rings: Guard['test'] = [charges, 'keeps the spot, and it rings until a director has written down'];
const payments = 'lambdas/payment/settle/postgres-payments.ts';
const sql = 'lambdas/payment/unpaid/unpaid-sql.ts';

/** A runner keeps a spot that is not paid in full: somebody decides about it. */
export const guardsOfUnpaidCharges: readonly Guard[] = [
  {
    guard: 'A difference that could not be charged is due.',
    invariant: 'S4',
    file: payments,
    from: 'await noteUnpaid(sql, [...fees, ...differences]);',
    to: 'await noteUnpaid(sql, [...fees]);',
    test: rings,
  },
  {
    guard: 'A transfer fee that could not be charged is due.',
    invariant: 'S4',
    file: payments,
    from: 'await noteUnpaid(sql, [...fees, ...differences]);',
    to: 'await noteUnpaid(sql, differences);',
    test: [charges, 'a transfer fee that could not be charged rings, too'],
  },
  {
    guard: 'Nobody is reminded of what somebody owes who has no spot any more.',
    invariant: 'S4',
    file: sql,
    from: ` AND g.live`,
    to: '',
    test: [charges, 'rings no more once the spot is given back'],
  },
  {
    guard: 'What is due rings for whoever has the spot.',
    invariant: 'S4',
    file: sql,
    from: 'coalesce(o.registration_id, p.registration_id)',
    to: 'coalesce(o.paid_by, p.registration_id)',
    test: [charges, 'goes with a spot that is passed on'],
  },
  {
    guard: 'A director who moves a runner once more has decided what they owe.',
    invariant: 'S4',
    file: 'lambdas/registration/change/move/postgres-carry-out-move.ts',
    from: 'await endUnpaidDifferences(sql, registrationId);',
    to: '',
    test: [charges, 'it rings no more once the runner is moved back'],
  },
  {
    guard: 'What is due is decided once.',
    invariant: 'S3',
    file: 'lambdas/payment/unpaid/postgres-unpaid-charges.ts',
    from: ` AND p.unpaid = 'due'`,
    to: '',
    test: [charges, 'of two directors at once, one decides'],
  },
];
