import type { Guard } from '../guard';

const writing = 'test/registration/paid-moves.test.ts';
const paying = 'test/registration/submit-move.test.ts';
const quoting = 'test/registration/quote-move.test.ts';
const writer = 'lambdas/registration/record/postgres-paid-moves.ts';
const offers = 'lambdas/ledger/postgres-move-offers.ts';
const carryOut = 'lambdas/registration/change/move/postgres-carry-out-move.ts';
const submit = 'lambdas/registration/submit/submit-transfer.ts';
const books = 'lambdas/watch/books-sql.ts';
const isOut = 'what is charged without a move, or moved without being charged, is out of the books';

/** A runner who pays the difference to move to a dearer event. */
export const guardsOfPaidMoves: readonly Guard[] = [
  {
    guard: 'Who moves to a dearer event keeps what a code or a credit took off.',
    invariant: 'S4',
    file: carryOut,
    from: 'listed: seat.entry_listed ?? seat.amount',
    to: 'listed: seat.entry_left ?? seat.amount',
    test: [writing, 'what a code or a credit took off stays off'],
  },
  {
    guard: 'A move that is paid for twice is decided once.',
    invariant: 'S3',
    file: writer,
    from: 'if (before.length > 0) return { decisions: [], deferred: [], outbox: [] };',
    to: '',
    test: [writing, 'who pays is moved to the spot that was kept'],
  },
  {
    guard: 'Nobody is moved or charged by an offer that was withdrawn.',
    invariant: 'S4',
    file: writer,
    from: `WHERE id = $1 AND state = 'open' FOR UPDATE`,
    to: 'WHERE id = $1 FOR UPDATE',
    test: [writing, 'was withdrawn'],
  },
  {
    guard: 'The card of somebody who was not moved is let go.',
    invariant: 'S4',
    file: writer,
    from: `action: 'void' }]`,
    to: `action: 'capture' }]`,
    test: [writing, ' pays nothing, and has not moved'],
  },
  {
    guard: 'Who moves is charged.',
    invariant: 'S4',
    file: writer,
    from: `const orders = await orderPayments(sql, needs.newId, [{ ...order, action: 'capture' }]);`,
    to: 'const orders: string[] = [];',
    test: [writing, 'who pays is moved to the spot that was kept'],
  },
  {
    guard: 'Nobody is moved from where they no longer are.',
    invariant: 'S1',
    file: writer,
    from: ' || offer.from_event !== found.event_id',
    to: '',
    test: [writing, 'nobody is moved from an event in which they are no longer'],
  },
  {
    guard: 'Nobody is moved while they dispute a payment.',
    invariant: 'S4',
    file: writer,
    from: 'if (facts.isDisputed || mayMove',
    to: 'if (mayMove',
    test: [writing, ' pays nothing, and has not moved'],
  },
  {
    guard: 'What ends a registration ends the offer that it has.',
    invariant: 'L2',
    file: 'lambdas/registration/change/postgres-changes.ts',
    from: 'await withdrawMoveOffer(sql, registrationId);',
    to: '',
    test: [writing, 'its spot goes to others, and no card is charged'],
  },
  {
    guard: 'The spot of an offer that is withdrawn comes back.',
    invariant: 'L2',
    file: offers,
    from: 'UPDATE block b SET closes_at = clock_timestamp() FROM gone',
    to: 'UPDATE block b SET closes_at = b.closes_at FROM gone',
    test: [writing, 'its spot goes to others, and no card is charged'],
  },
  {
    guard: 'What was paid for a dearer event goes with the spot.',
    invariant: 'S6',
    file: 'lambdas/registration/change/transfer/postgres-transfers.ts',
    from: 'await passOnDifferences(sql, fromId, toId);',
    to: '',
    test: [writing, 'passed on after it, the spot takes both payments along'],
  },
  {
    guard: 'What is given back comes from each payment, and no more than it has.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-refund-orders.ts',
    from: 'const part = Math.min(rest, difference.left);',
    to: 'const part = 0 * difference.left;',
    test: [writing, 'a cancellation gives both payments back'],
  },
  {
    guard: 'Nothing is given back of a difference that is not charged yet.',
    invariant: 'S5',
    file: 'lambdas/ledger/move-sql.ts',
    from: `CASE WHEN EXISTS (SELECT FROM \${differencesOf('r.id')} AND d.state = 'authorised') THEN 'authorised' ELSE p.state END`,
    to: 'p.state',
    test: [writing, 'a cancellation gives both payments back'],
  },
  {
    guard: 'A difference that was not charged is not given back.',
    invariant: 'S5',
    file: 'lambdas/payment/settle/postgres-payments.ts',
    from: 'await giveUpDifferences(sql, failed);',
    to: '',
    test: [writing, 'nobody loses a spot over a difference'],
  },
  {
    guard: 'What a dearer event costs more counts as paid.',
    invariant: 'S5',
    file: carryOut,
    from: 'if (charged > 0) await addToPaid(sql, registrationId, seat.amount - refund, charged);',
    to: '',
    test: [writing, 'who pays is moved to the spot that was kept'],
  },
  {
    guard: 'The watch sees who was charged and not moved.',
    invariant: 'S6',
    file: books,
    from: `AND NOT (g.via = 'move' AND EXISTS (SELECT FROM move_offer o WHERE o.paid_as = g.id))`,
    to: `AND g.via <> 'move'`,
    test: [writing, isOut],
  },
  {
    guard: 'The watch sees who was moved and not charged.',
    invariant: 'S6',
    file: books,
    from: `OR g.live AND EXISTS (SELECT FROM \${differencesOf('g.id')} AND d.wanted = 'void')`,
    to: '',
    test: [writing, isOut],
  },
  {
    guard: 'A difference is paid only with the link of its offer.',
    invariant: 'S12',
    file: submit,
    from: `if ((await tokens.readTransfer(command.token)) !== quote.offerId) return { kind: 'not-yours' };`,
    to: '',
    test: [paying, 'no card is touched'],
  },
  {
    guard: 'A quote of a move is for one payment.',
    invariant: 'S5',
    file: submit,
    from: 'if (quote?.registrationId !== command.registrationId)',
    to: 'if (!quote)',
    test: [paying, 'no card is touched'],
  },
  {
    guard: 'A move is shown and quoted only for who has the link.',
    invariant: 'S12',
    file: 'lambdas/registration/change/move/quote-move.ts',
    from: `(await tokens.readTransfer(token)) === offerId ? findMove(offerId) : { kind: 'not-yours' };`,
    to: 'findMove(offerId);',
    test: [quoting, 'the link of another offer shows and quotes nothing'],
  },
  {
    guard: 'The link of a move is no place to try cards.',
    invariant: 'S15',
    file: 'lambdas/registration/change/move/quote-move.ts',
    from: `if (await isOneTooMany(counted, offerId)) return { kind: 'too-many-quotes' };`,
    to: '',
    test: [quoting, 'ten quotes in a day, and no more'],
  },
];
