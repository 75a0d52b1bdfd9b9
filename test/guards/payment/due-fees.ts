// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files, to the letter.
import type { Guard } from '../guard';

const fees = 'test/registration/due-fees.test.ts';
const paying = 'lambdas/registration/change/transfer/postgres-due-fees.ts';
const sql = 'lambdas/ledger/transfer-fee-sql.ts';
const once: Guard['test'] = [
  fees,
  'a fee that could not be charged is paid once more from the page of the registration',
];

/** A fee to take a spot over that could not be charged, and is paid once more. */
export const guardsOfDueFees: readonly Guard[] = [
  {
    guard: 'A fee that is paid once more is due no longer.',
    invariant: 'S3',
    file: paying,
    from: 'await sql.query(endDue, [due]);',
    to: '',
    test: once,
  },
  {
    guard: 'The payment that paid a fee is kept as such: the books have its runner.',
    invariant: 'S4',
    file: paying,
    from: `await sql.query('UPDATE transfer SET fee_paid_as = $2 WHERE id = $1', [transferId, paidWith]);`,
    to: '',
    test: once,
  },
  {
    guard: 'A fee that two pages pay is charged once.',
    invariant: 'S5',
    file: sql,
    from: ` AND u.unpaid = 'due'`,
    to: '',
    test: [fees, 'paid in two tabs, and delivered twice, it is charged once'],
  },
  {
    guard: 'Who pays the fee of somebody else reads neither their receipt nor their address.',
    invariant: 'S10',
    file: 'lambdas/payment/documents/postgres-receipts.ts',
    from: " AND ${isSomebody('r')}",
    to: '',
    test: [fees, 'it has an invoice as a transfer fee, on the receipt of who paid it'],
  },
  {
    guard: 'Nobody pays the fee of a spot that they no longer have.',
    invariant: 'S4',
    file: sql,
    from: ' AND r.live',
    to: '',
    test: [fees, 'they gave the spot back'],
  },
  {
    guard: 'Nobody pays a fee while a bank looks at the payment of the spot.',
    invariant: 'S4',
    file: sql,
    from: ' AND NOT (${isMoneyUndecided})',
    to: '',
    test: [fees, 'a bank looks at the payment of the spot'],
  },
  {
    guard: 'Nobody pays the fee of a race that is cancelled.',
    invariant: 'S4',
    file: sql,
    from: ' AND a.cancelled_at IS NULL',
    to: '',
    test: [fees, 'the race was cancelled'],
  },
  {
    guard: 'A fee that is due is charged in full, and to its own runner.',
    invariant: 'S5',
    file: paying,
    from: ' AND r.id = $2 AND u.amount = $3',
    to: ' AND $2::uuid IS NOT NULL AND u.amount >= $3',
    test: [fees, 'quoted for another amount, another runner or another transfer'],
  },
  {
    guard: 'A fee that the bank refuses once more is due again.',
    invariant: 'S4',
    file: 'lambdas/payment/settle/postgres-payments.ts',
    from: '[...fees, ...differences, ...feesAgain]',
    to: '[...fees, ...differences]',
    test: [fees, 'refused by the bank once more, it rings again'],
  },
  {
    guard: 'A fee is given back from the payment that paid it.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-changes.ts',
    from: 'await wantMoreRefund(sql, paidAs, answer.refund)',
    to: 'await wantMoreRefund(sql, registrationId, answer.refund)',
    test: [fees, 'a director gives back the payment that paid'],
  },
  {
    guard: 'A payment that paid a fee once more is no money without a runner.',
    invariant: 'S4',
    file: 'lambdas/watch/books-sql.ts',
    from: `\n        AND NOT (g.via = 'fee' AND EXISTS (SELECT FROM transfer f WHERE f.fee_paid_as = g.id)) AS is_unseated`,
    to: ' AS is_unseated',
    test: once,
  },
  {
    guard: 'The refund of a fee that was paid once more is not stuck while it is young.',
    invariant: 'S5',
    file: 'lambdas/watch/books-sql.ts',
    from: `\n          OR \${paidFeeWith('p.registration_id')} = c.id`,
    to: '',
    test: [fees, 'a director gives back the payment that paid'],
  },
  {
    guard: 'A fee that is due is quoted as a fee.',
    invariant: 'S5',
    file: 'lambdas/registration/change/move/quote-move.ts',
    from: ', isFee: true });',
    to: ' });',
    test: ['test/registration/quote-move.test.ts', 'of a transfer, the fee that is due is quoted as what it is'],
  },
];
