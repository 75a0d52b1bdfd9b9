import type { Guard } from '../guard';

const part = 'test/payment/partial-capture.test.ts';

/** Payments of which a part is taken, or nothing. */
export const guardsOfPartialCapture: readonly Guard[] = [
  {
    guard: 'What was taken is compared with what was to be taken.',
    invariant: 'S5',
    file: 'lambdas/payment/settle/settlement.ts',
    from: '!isOf(payment, settlement, captureAmount ?? amount)',
    to: '!isOf(payment, settlement, amount)',
    test: [part, 'is taken once, and the rest is let go'],
  },
  {
    guard: 'A card of which nothing is taken is let go.',
    invariant: 'S5',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: 'await voidHeld(authorisation, { ...order, amount: order.held });',
    to: 'await voidHeld(authorisation, order);',
    test: [part, 'the card is let go, and the runner is in'],
  },
  {
    guard: 'A runner who owes nothing keeps the spot when their card is let go.',
    invariant: 'S4',
    file: 'lambdas/payment/settle/settlement.ts',
    from: "if (wanted === 'capture' && captureAmount === 0 && reported === 'voided')",
    to: 'if (false)',
    test: [part, 'the card is let go, and the runner is in'],
  },
  {
    guard: 'A sweep gives the same order again.',
    invariant: 'S5',
    file: 'lambdas/registration/record/postgres-sweeps.ts',
    from: '...(capture_amount !== null && { captureAmount: capture_amount }),',
    to: '',
    test: [part, 'is the same when a sweep or the watch gives it again'],
  },
  {
    guard: 'The watch gives the same order again.',
    invariant: 'S5',
    file: 'lambdas/watch/books-sql.ts',
    from: 'SELECT p.registration_id, p.authorisation, coalesce(p.capture_amount, p.amount) AS amount,',
    to: 'SELECT p.registration_id, p.authorisation, p.amount,',
    test: [part, 'is the same when a sweep or the watch gives it again'],
  },
  {
    guard: 'The webhook reports what was taken, not what was held.',
    invariant: 'S5',
    file: 'lambdas/payment/reconcile/receive-webhook.ts',
    from: 'const { registrationId, authorisation, amount, taken = amount, currency, state, card } = payment;',
    to: 'const { registrationId, authorisation, amount, currency, state, card } = payment; const taken = amount;',
    test: [part, 'is what the webhook reports'],
  },
  {
    guard: 'Another sum than was wanted cannot be written as taken: CHECK.',
    invariant: 'S5',
    file: 'lambdas/migrations/0019-partial-capture.ts',
    from: '  ADD CONSTRAINT payment_took_what_was_wanted CHECK (captured = coalesce(capture_amount, amount)),\n',
    to: '',
    test: [part, 'to take more than is held, or another sum than was wanted'],
  },
  {
    guard: 'More than was taken cannot be wanted back: CHECK.',
    invariant: 'S5',
    file: 'lambdas/migrations/0019-partial-capture.ts',
    from: 'CHECK (refund <= coalesce(capture_amount, amount))',
    to: 'CHECK (refund <= amount)',
    test: [part, 'to give back more than was taken'],
  },
];
