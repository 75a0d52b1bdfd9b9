import type { Guard } from '../guard';

const submit = 'test/registration/submit-registration.test.ts';
const settling = 'test/payment/settle-payment.test.ts';

/** Between the card and the row: what the processor is asked, and how its answers are read. */
export const guardsOfSettling: readonly Guard[] = [
  {
    guard: 'Before a card is touched a sweep is on its way, in case nothing else will be.',
    invariant: 'S6',
    file: 'lambdas/registration/submit/submit-registration.ts',
    from: 'await inbox.putSweep(sweepOf(hold, opening, now()));',
    to: '',
    test: [submit, 'the sweep is queued before the card is touched'],
  },
  {
    guard: 'A card without an answer is not taken for declined.',
    invariant: 'S6',
    file: 'lambdas/registration/submit/submit-registration.ts',
    from: `return { kind: 'payment-unknown' };`,
    to: `return { kind: 'declined', reason: 'too-many-cards', triesLeft: 0 };`,
    test: [submit, 'a card without an answer is not taken for declined'],
  },
  {
    guard: 'A card that could not be charged is let go, so that it is never charged later.',
    invariant: 'S4',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: `    await voidHeld(authorisation, order);
    return { ...settled(order, 'failed', authorisation)`,
    to: `    return { ...settled(order, 'failed', authorisation)`,
    test: [settling, 'the payment fails and is never taken later'],
  },
  {
    guard: 'A charge without an answer is neither taken nor failed: the order comes again.',
    invariant: 'S6',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: `if (captured.kind === 'unknown') throw`,
    to: `if (authorisation === '') throw`,
    test: [settling, 'says nothing while the outcome is unknown'],
  },
  {
    guard: 'A payment to let go is opened when the processor’s search does not find it yet.',
    invariant: 'S6',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: '(await processor.find(order.registrationId)) ?? (await processor.open(order))',
    to: "(await processor.find(order.registrationId)) ?? { ...order, authorisation: order.registrationId, state: 'open' }",
    test: [settling, 'finds it even when the search lags behind'],
  },
  {
    guard: 'Money taken that must not be is not reported as let go.',
    invariant: 'S4',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: `if (kind === 'already-captured')`,
    to: `if (authorisation === '')`,
    test: [settling, 'giving back what was already taken is a surprise'],
  },
  {
    guard: 'A refund that the processor refuses is owed until somebody has seen to it.',
    invariant: 'S6',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: `if (refund.kind === 'failed') {`,
    to: `if (authorisation === '') {`,
    test: [settling, 'is owed their money when the processor refuses'],
  },
  {
    guard: 'An order that failed comes again, and the others of its batch do not.',
    invariant: 'L3',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: 'again.add(order.registrationId);',
    to: '',
    test: [settling, 'one card without a clear answer does not bring back the others of its batch'],
  },
  {
    guard: 'Money whose submission and sweep were both lost is found on the processor’s list.',
    invariant: 'S6',
    file: 'lambdas/payment/reconcile/reconcile-payments.ts',
    from: 'if (known.length > 0) await sweeps.send(known);',
    to: '',
    test: ['test/payment/reconcile-payments.test.ts', 'money that is held for longer than any order takes is swept'],
  },
];
