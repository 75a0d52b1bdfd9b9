import type { Guard } from '../guard';

const charges = 'test/registration/unpaid-charges.test.ts';
const rings: Guard['test'] = [charges, 'keeps the spot, and it rings until a director has written down'];
const payments = 'lambdas/payment/settle/postgres-payments.ts';
const sql = 'lambdas/payment/unpaid/unpaid-sql.ts';
const offers = 'lambdas/ledger/postgres-move-offers.ts';
const bars = 'lambdas/ledger/move-offer-sql.ts';

/** A runner keeps a spot that is not paid in full: somebody decides about it. */
export const guardsOfUnpaidCharges: readonly Guard[] = [
  {
    guard: 'A difference that could not be charged is due.',
    invariant: 'S4',
    file: payments,
    from: '[...fees, ...differences, ...feesAgain]',
    to: '[...fees, ...feesAgain]',
    test: rings,
  },
  {
    guard: 'A transfer fee that could not be charged is due.',
    invariant: 'S4',
    file: payments,
    from: '[...fees, ...differences, ...feesAgain]',
    to: '[...differences, ...feesAgain]',
    test: [charges, 'a transfer fee that could not be charged rings, too'],
  },
  {
    guard: 'What was never paid is in no credit.',
    invariant: 'S5',
    file: 'lambdas/registration/change/defer/defer-registration.ts',
    from: ' && !isDue;',
    to: ';',
    test: [charges, 'whoever defers a dearer spot whose difference is due gets a credit for what they paid'],
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
    from: 'coalesce(o.registration_id, ',
    to: 'coalesce(o.paid_by, ',
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
    guard: 'A difference that is paid once more is due no longer.',
    invariant: 'S3',
    file: offers,
    from: 'UPDATE payment p SET unpaid = NULL FROM due',
    to: 'UPDATE payment p SET unpaid = p.unpaid FROM due',
    test: [charges, 'once more, and it is a part of what the spot costs'],
  },
  {
    guard: 'What is paid once more counts as paid.',
    invariant: 'S5',
    file: offers,
    from: 'UPDATE registration r SET share = r.share + due.amount FROM due',
    to: 'UPDATE registration r SET share = r.share FROM due',
    test: [charges, 'once more, and it is a part of what the spot costs'],
  },
  {
    guard: 'What is paid once more is given back from the payment that paid it.',
    invariant: 'S5',
    file: offers,
    from: 'UPDATE move_offer o SET paid_as = $2, paid_by = o.registration_id FROM due',
    to: 'UPDATE move_offer o SET paid_by = o.registration_id FROM due',
    test: [charges, 'once more, and it is a part of what the spot costs'],
  },
  {
    guard: 'Nobody pays what a director has decided about.',
    invariant: 'S4',
    file: bars,
    from: ` AND u.unpaid = 'due'`,
    to: '',
    test: [charges, 'a director has decided'],
  },
  {
    guard: 'Nobody pays a difference while their bank disputes a payment.',
    invariant: 'S4',
    file: bars,
    from: ` AND NOT (\${isMoneyUndecided})`,
    to: '',
    test: [charges, 'their bank disputes a payment'],
  },
  {
    guard: 'Nobody pays a difference beside an offer that has it in its price.',
    invariant: 'S5',
    file: bars,
    from: `n.state = 'open' AND n.ends_at > clock_timestamp()`,
    to: 'false',
    test: [charges, 'and not twice: neither beside an offer'],
  },
  {
    guard: 'A late payment for an offer does not charge a difference that was paid meanwhile.',
    invariant: 'S5',
    file: 'lambdas/registration/record/postgres-paid-moves.ts',
    from: 'await withdrawMoveOffer(sql, moverId);',
    to: '',
    test: [charges, 'and not twice: neither beside an offer'],
  },
  {
    guard: 'Nobody pays for a spot that they no longer have.',
    invariant: 'S4',
    file: bars,
    from: `o.state = 'taken' AND r.live AND`,
    to: `o.state = 'taken' AND`,
    test: [charges, 'they gave the spot back'],
  },
  {
    guard: 'What is due is charged in full.',
    invariant: 'S5',
    file: 'lambdas/registration/record/postgres-paid-moves.ts',
    from: ' AND o.amount = $4 FOR UPDATE OF o',
    to: ' AND o.amount >= $4 FOR UPDATE OF o',
    test: [charges, 'in a quote of another amount'],
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
