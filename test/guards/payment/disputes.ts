import type { Guard } from '../guard';

const disputes = 'test/payment/disputes.test.ts';
const changes = 'test/registration/postgres-changes.test.ts';
const watching = 'test/watch/differences.test.ts';
const pace = 'test/payment/pace.test.ts';

/** Disputed payments, and the pace at which the processor is asked. */
export const guardsOfDisputes: readonly Guard[] = [
  {
    guard: 'What a bank has decided is found though its news was lost.',
    invariant: 'S6',
    file: 'lambdas/payment/reconcile/reconcile-payments.ts',
    from: 'disputes.since(new Date(at - disputesLookBackMs))',
    to: 'disputes.since(new Date(at - lookBackMs))',
    test: ['test/payment/reconcile-payments.test.ts', 'disputes and refunds whose webhook was lost are told of again'],
  },
  {
    guard: 'Of two answers about a dispute the one that was asked for later stands.',
    invariant: 'S6',
    file: 'lambdas/payment/disputes/postgres-disputes.ts',
    from: 'if (before && askedAt(news) <= before.fetched_at.getTime()) continue;',
    to: '',
    test: [disputes, 'P7: in whatever order'],
  },
  {
    guard: 'Each change of a dispute is written down.',
    invariant: 'S13',
    file: 'lambdas/payment/disputes/postgres-disputes.ts',
    from: 'before?.status !== status || before.amount !== amount',
    to: 'before === undefined',
    test: [disputes, 'each change of a dispute is in the audit'],
  },
  {
    guard: 'A dispute that the bank decided for us takes no spot.',
    invariant: 'S6',
    file: 'lambdas/payment/disputes/settle-dispute.ts',
    from: `if (decision === 'cancel' && registered.length > 0 && isOurs(found.status)) return { kind: 'ours' };`,
    to: '',
    test: [disputes, 'takes no spot that is paid for'],
  },
  {
    guard: 'A dispute of a payment without a row holds up no settlement beside it.',
    invariant: 'L3',
    file: 'lambdas/payment/disputes/postgres-disputes.ts',
    from: 'if (!events.has(registrationId)) continue;',
    to: '',
    test: [disputes, 'of somebody who has no registration here it is ignored'],
  },
  {
    guard: 'A runner who disputes the payment gets no refund besides.',
    invariant: 'S5',
    file: 'lambdas/registration/change/change-rules.ts',
    from: `if (by === 'runner' && facts.isDisputed) return 'dispute-open';`,
    to: '',
    test: [changes, 'cannot pass it on'],
  },
  {
    guard: 'A director’s refund waits for the dispute, too.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-refunds.ts',
    from: `if (row.disputed && refund > 0) return { kind: 'dispute-open' };`,
    to: '',
    test: [changes, 'cannot give the spot back while it is'],
  },
  {
    guard: 'A spot whose payment is disputed is not taken over by somebody else.',
    invariant: 'S6',
    file: 'lambdas/registration/change/transfer/postgres-transfers.ts',
    from: 'isDisputed: disputed,',
    to: '',
    test: [changes, 'cannot pass it on'],
  },
  {
    guard: 'A refund that waits for a dispute is not ordered again and again.',
    invariant: 'L3',
    file: 'lambdas/watch/books-sql.ts',
    from: `AND NOT \${isDisputed('p.registration_id')}`,
    to: '',
    test: [watching, 'a refund that waits for a dispute is not late'],
  },
  {
    guard: 'A spot is taken before the dispute counts as decided: killed in between, the repeat finishes it.',
    invariant: 'S6',
    file: 'lambdas/payment/disputes/settle-dispute.ts',
    from: 'const cancelled: string[] = [];',
    to: `const cancelled: string[] = []; await disputes.decide(id, decision === 'cancel' ? 'cancelled' : 'keep');`,
    test: [disputes, 'killed in the middle, the repeat finishes it'],
  },
  {
    guard: 'A limit slows captures down.',
    invariant: 'L3',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: 'pace.slowDown();',
    to: '',
    test: [pace, 'while the processor takes nothing it is asked once a second at last'],
  },
  {
    guard: 'However often the processor limits us, each environment goes on asking.',
    invariant: 'L3',
    file: 'lambdas/payment/settle/pace.ts',
    from: 'Math.max(turnsPerSecond.least, this.#perSecond / 2)',
    to: 'this.#perSecond / 2',
    test: [pace, 'each limit halves the rate, down to one turn a second'],
  },
  {
    guard: 'A second in which the processor limited us raises the rate.',
    invariant: 'L3',
    file: 'lambdas/payment/settle/pace.ts',
    from: 'if (!isFirst && !this.#isLimited)',
    to: 'if (!isFirst)',
    test: [pace, 'each limit halves the rate, down to one turn a second'],
  },
];
