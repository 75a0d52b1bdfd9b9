import type { Guard } from '../guard';

const lost = 'test/registration/lost-disputes.test.ts';
const lines = 'test/quote/giving-back.test.ts';
const changes = 'test/registration/postgres-changes.test.ts';
const watching = 'test/watch/differences.test.ts';
const disputes = 'lambdas/ledger/dispute-sql.ts';
const money = 'lambdas/ledger/move-sql.ts';
const refunds = 'lambdas/registration/change/postgres-refunds.ts';
const carryOut = 'lambdas/registration/change/move/postgres-carry-out-move.ts';

/** What a bank took back counts as given back. */
export const guardsOfLostDisputes: readonly Guard[] = [
  {
    guard: 'What a bank took back of a difference is not given back.',
    invariant: 'S5',
    file: money,
    from: 'moves_lost + (spot_lost',
    to: '0 * moves_lost + (spot_lost',
    test: [lost, 'is gone, and the rest of what was paid'],
  },
  {
    guard: 'What a bank took back of the payment for the spot is not given back.',
    invariant: 'S5',
    file: money,
    from: '(spot_lost ? Math.max(0, left - moves_left) : 0)',
    to: '0 * moves_left * Number(spot_lost)',
    test: [lost, 'when the bank took the payment for the spot'],
  },
  {
    guard: 'Without money lines, a bank’s part is taken off the refund.',
    invariant: 'S5',
    file: refunds,
    from: ' - takenBack(row.amount, row)',
    to: '',
    test: [lost, 'the bank’s part counts as given back'],
  },
  {
    guard: 'Where the payment for the spot was lost, no item is given back.',
    invariant: 'S5',
    file: refunds,
    from: 'row.spot_lost ? left : 0',
    to: '0',
    test: [lines, 'where the payment for the spot was lost'],
  },
  {
    guard: 'What a bank did not take of a refund that was on its way is owed.',
    invariant: 'S6',
    file: 'lambdas/watch/charges-sql.ts',
    from: `SELECT registration_id FROM payment p WHERE \${isRestOwed`,
    to: `SELECT registration_id FROM payment p WHERE false AND \${isRestOwed`,
    test: [lost, 'of a refund that was on its way, what the bank did not take rings'],
  },
  {
    guard: 'Nobody pays by hand what a bank took.',
    invariant: 'S5',
    file: disputes,
    from: `AND \${p}.refund - \${p}.refunded > (SELECT sum(amount)`,
    to: `AND \${p}.refund - \${p}.refunded > 0 * (SELECT sum(amount)`,
    test: [lost, 'of a refund that was on its way, what the bank did not take rings'],
  },
  {
    guard: 'A refund is ordered of payments that banks have not taken back.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-refund-orders.ts',
    from: ` AND NOT \${isLost('d.registration_id')}`,
    to: '',
    test: [lost, 'is gone, and the rest of what was paid'],
  },
  {
    guard: 'A payment that was lost is closed, whatever else the processor says of it.',
    invariant: 'S5',
    file: disputes,
    from: `const isLostDispute = \`dispute.status IN ('lost', 'prevented', 'refunded')\``,
    to: `const isLostDispute = \`NOT dispute.refundable AND dispute.status IN ('lost', 'prevented', 'refunded')\``,
    test: [changes, 'has nothing left to get back when it is'],
  },
  {
    guard: 'Nobody gives a spot back before a director has decided about a lost dispute.',
    invariant: 'S4',
    file: disputes,
    from: ` AND dispute.decided IS DISTINCT FROM 'keep'`,
    to: ' AND false',
    test: [lost, 'gives the spot back once a director has said'],
  },
  {
    guard: 'A runner who is moved to a cheaper event gets nothing back that a bank took.',
    invariant: 'S5',
    file: carryOut,
    from: 'paid: left - takenBack(left, seat)',
    to: 'paid: left',
    test: [lost, 'moved to a cheaper event'],
  },
  {
    guard: 'Nothing is given back with a move while a bank looks at a payment.',
    invariant: 'S5',
    file: 'lambdas/registration/change/move/move-event.ts',
    from: 'return facts.isAtBank && price < paid',
    to: 'return false && price < paid',
    test: [lost, 'moved to a cheaper event'],
  },
  {
    guard: 'An item that the new event does not have is not given back of a payment that was lost.',
    invariant: 'S5',
    file: carryOut,
    from: `move.difference !== 'leave' && !seat.spot_lost`,
    to: `move.difference !== 'leave'`,
    test: [lost, 'an item that the new event does not have'],
  },
  {
    guard: 'Nobody waits for a refund that a bank has made.',
    invariant: 'L3',
    file: 'lambdas/participants/participant-sql.ts',
    from: ` AND NOT \${isLost(`,
    to: ` AND NOT \${((_: string) => 'false')(`,
    test: [lost, 'neither late nor on its way'],
  },
  {
    guard: 'Whose money a bank took back without a decision runs for free only if a director says so.',
    invariant: 'L3',
    file: 'lambdas/watch/books-sql.ts',
    from: `WHERE status IN ('lost', 'prevented') AND decided IS NULL`,
    to: `WHERE status IN ('lost') AND decided IS NULL`,
    test: [lost, 'is gone, and the rest of what was paid'],
  },
  {
    guard: 'The job of a cancelled race does not wait for a bank that has decided.',
    invariant: 'L3',
    file: 'lambdas/watch/books-sql.ts',
    from: `AND NOT \${isAnythingAtBank('g')}`,
    to: `AND NOT \${isAnythingAtBank('g')} AND NOT EXISTS (SELECT FROM dispute d WHERE d.registration_id = g.id)`,
    test: [watching, 'a cancelled race rings when nobody'],
  },
];
