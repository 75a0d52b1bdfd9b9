import type { Guard } from '../guard';

const settlement = 'test/payment/settlement.test.ts';
const records = 'test/payment/record-settlements.test.ts';
const failed = 'test/payment/failed-payments.test.ts';

/** What the database records of payments, and what follows from it. */
export const guardsOfPayments: readonly Guard[] = [
  {
    guard: 'Money is noted as taken where that was wanted.',
    invariant: 'S4',
    file: 'lambdas/payment/settle/settlement.ts',
    from: `if (wanted === 'void' || !isOf(payment, settlement, captureAmount ?? amount)) return 'contradiction';
  // A refund is only wanted for a capture that was seen: later news of that capture is old.
  if (state === 'captured' || state === 'refunded') return 'unchanged';
  return wanted === 'capture' && state === 'authorised'`,
    to: `if (!isOf(payment, settlement, captureAmount ?? amount)) return 'contradiction';
  if (state === 'captured' || state === 'refunded') return 'unchanged';
  return state === 'authorised'`,
    test: [settlement, ', hears '],
  },
  {
    guard: 'Only an authorised payment is taken: what was let go stays so.',
    invariant: 'S4',
    file: 'lambdas/payment/settle/settlement.ts',
    from: `return wanted === 'capture' && state === 'authorised' ? 'captured' : 'contradiction';`,
    to: `return 'captured';`,
    test: [records, 'changes nothing and is not forgotten'],
  },
  {
    guard: 'Money given back is noted once, however often it is told.',
    invariant: 'S5',
    file: 'lambdas/payment/settle/settlement.ts',
    from: `if (state === 'refunded') return 'unchanged';`,
    to: '',
    test: [settlement, 'is refunded once'],
  },
  {
    guard: 'Another amount, currency or authorisation than the one quoted is not believed.',
    invariant: 'S5',
    file: 'lambdas/payment/settle/settlement.ts',
    from: '(amount === null || amount === settlement.amount) &&',
    to: '',
    test: [records, 'another amount than the one quoted is not believed'],
  },
  {
    guard: 'A payment that was given up before takes no spot away that is paid for in another way.',
    invariant: 'S6',
    file: 'lambdas/payment/settle/settlement.ts',
    from: `isOfAnother(payment, settlement) ? 'unchanged' : afterVoidOrFailure(payment, settlement.state)`,
    to: 'afterVoidOrFailure(payment, settlement.state)',
    test: [records, 'a payment that was given up before a code made the entry free'],
  },
  {
    guard: 'Money taken of a refused runner cannot be written: CHECK.',
    invariant: 'S4',
    file: 'lambdas/migrations/0003-after-the-rush.ts',
    from: `  ADD CONSTRAINT payment_captured_check CHECK (state <> 'captured' OR wanted IN ('capture', 'refund')),\n`,
    to: '',
    test: [records, 'the database itself refuses money taken of a refused runner'],
  },
  {
    guard: 'Two who settle one payment take turns.',
    invariant: 'S4',
    file: 'lambdas/payment/settle/postgres-payments.ts',
    from: 'ORDER BY p.registration_id FOR NO KEY UPDATE OF p',
    to: 'ORDER BY p.registration_id',
    test: [records, 'two deliveries at the same moment send one mail, and neither fails'],
  },
  {
    guard: 'A payment that failed gives the spot back: nobody runs without paying.',
    invariant: 'S4',
    file: 'lambdas/payment/settle/postgres-payments.ts',
    from: 'await giveUpSpots(sql, failed, this.#needs.giveToWaiting)',
    to: 'await giveUpSpots(sql, [], this.#needs.giveToWaiting)',
    test: [failed, 'a payment that failed gives the spot to the next runner'],
  },
  {
    guard: 'The spot of a failed payment is sellable again.',
    invariant: 'L5',
    file: 'lambdas/payment/settle/postgres-failed-payments.ts',
    from: 'UPDATE spot s SET block = NULL',
    to: 'UPDATE spot s SET block = s.block',
    test: [failed, 'a payment that failed gives the spot to the next runner'],
  },
  {
    guard: 'The spot of a failed payment waits for a cut that is under way: the event’s lock.',
    invariant: 'S11',
    file: 'lambdas/payment/settle/postgres-failed-payments.ts',
    from: 'for (const { id } of events) await sql.query(lockEvent, [id]);',
    to: '',
    test: [failed, 'a cut that is just asking whether anybody waits is not overtaken'],
  },
  {
    guard: 'A late failure takes no spot that somebody else has by now.',
    invariant: 'S1',
    file: 'lambdas/payment/settle/settlement.ts',
    from: `if (state !== 'authorised') return 'unchanged';`,
    to: '',
    test: [settlement, ', hears '],
  },
  {
    guard: 'A failed payment leaves an audit row.',
    invariant: 'S13',
    file: 'lambdas/payment/settle/postgres-failed-payments.ts',
    from: `      action: 'payment-failed',
      eventId: event_id,
      registrationId: id,
      detail: { spot: number, reason: reasons.get(paid_as) },
    })),`,
    to: `      action: 'payment-failed',
      eventId: event_id,
      registrationId: id,
      detail: { spot: number, reason: reasons.get(paid_as) },
    })).slice(spots.length),`,
    test: [failed, 'a payment that failed gives the spot to the next runner'],
  },
  {
    guard: 'The mail about a payment is ordered in the transaction that settles it.',
    invariant: 'L4',
    file: 'lambdas/payment/settle/postgres-payments.ts',
    from: 'await putInOutbox(sql, messages);',
    to: '',
    test: [records, 'a queue or a cache that is away costs nothing but time: the mail stays in the outbox'],
  },
  {
    guard: 'A settlement that contradicts the database is not forgotten.',
    invariant: 'S6',
    file: 'lambdas/payment/settle/worker.ts',
    from: 'return again.map(({ messageId }) => messageId);',
    to: 'return [];',
    test: [records, 'the worker gives back only what contradicts the database'],
  },
];
