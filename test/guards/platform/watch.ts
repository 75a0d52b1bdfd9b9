import type { Guard } from '../guard';

const mails = 'test/watch/missing-mails.test.ts';
const refunds = 'test/payment/failed-refunds.test.ts';
const webhook = 'test/payment/receive-webhook.test.ts';
const books = 'lambdas/watch/books-sql.ts';

/** What only the watch would notice: money that came back, and mails that were lost. */
export const guardsOfWatch: readonly Guard[] = [
  {
    guard: 'News of a refund that failed is believed only when the processor, asked, says the same.',
    invariant: 'S5',
    file: 'lambdas/payment/stripe/refunds.ts',
    from: 'const lost = ours.filter(isLost);',
    to: 'const lost = ours;',
    test: [webhook, 'that stands is not said to have failed'],
  },
  {
    guard: 'A refund that came back is passed on to the database.',
    invariant: 'S6',
    file: 'lambdas/payment/reconcile/receive-webhook.ts',
    from: 'await settlements.send([found]);',
    to: '',
    test: [webhook, 'that the bank sent back is passed on'],
  },
  {
    guard: 'That it came back is noted once.',
    invariant: 'S13',
    file: 'lambdas/payment/settle/settlement.ts',
    from: 'Math.min(amount - lost, ',
    to: 'Math.min(amount, ',
    test: [refunds, 'is noted once'],
  },
  {
    guard: 'It is noted with its audit.',
    invariant: 'S13',
    file: 'lambdas/payment/reconcile/postgres-failed-refunds.ts',
    from: 'noted.map(({ row, failure: { currency',
    to: 'noted.slice(noted.length).map(({ row, failure: { currency',
    test: [refunds, 'is noted once'],
  },
  {
    guard: 'Only what is wanted back can have come back.',
    invariant: 'S5',
    file: 'lambdas/payment/reconcile/postgres-failed-refunds.ts',
    from: ` AND p.wanted = 'refund'`,
    to: '',
    test: [refunds, 'is nobody’s news where no refund is wanted'],
  },
  {
    guard: 'A refund that came back is reported until the runner has it.',
    invariant: 'S6',
    file: books,
    from: 'FROM payment p WHERE refund_failed IS NOT NULL AND refund_paid_at IS NULL',
    to: 'FROM payment p WHERE false',
    test: ['test/watch/differences.test.ts', 'a refund that the bank sent back rings'],
  },
  {
    guard: 'A mail about a cancellation that was lost is ordered again.',
    invariant: 'L4',
    file: books,
    from: `WHERE a.action = 'cancelled'`,
    to: `WHERE a.action = ''`,
    test: [mails, 'somebody who cancelled and has no mail about it gets one'],
  },
  {
    guard: 'So is the mail that offers a spot which is passed on, while it is offered.',
    invariant: 'L4',
    file: books,
    from: `FROM transfer WHERE state = 'offered' AND offered_at`,
    to: 'FROM transfer WHERE offered_at',
    test: [mails, 'who is offered a spot by its runner hears of it'],
  },
  {
    guard: 'So are both mails about a spot that was passed on.',
    invariant: 'L4',
    file: books,
    from: `, (t.registration_id, 'transferred')`,
    to: '',
    test: [mails, 'after a spot was passed on both hear of it'],
  },
  {
    guard: 'The mail about an offer to somebody who waits is missed too, whatever mail they had before.',
    invariant: 'L4',
    file: books,
    from: 'AND generation >= d.generation',
    to: '',
    test: [mails, 'who waited and is offered a spot hears of this offer'],
  },
  {
    guard: 'Somebody who has a later copy of a mail misses none.',
    invariant: 'S7',
    file: books,
    from: 'generation >= d.generation',
    to: 'generation = d.generation',
    test: [mails, 'a later copy is the mail'],
  },
  {
    guard: 'That one mail was ordered again holds up no other of the same registration.',
    invariant: 'L4',
    file: 'lambdas/watch/watch-invariants.ts',
    from: `\`mail:\${registrationId}:\${template}:\${generation}\``,
    to: `\`mail:\${registrationId}\``,
    test: [mails, 'two mails of one registration are ordered each in its own time'],
  },
  {
    guard: 'A mail whose sender died is told, though nobody sends another who would have noticed.',
    invariant: 'L4',
    file: books,
    from: `WHERE state = 'claimed' AND claimed_at <`,
    to: `WHERE state = 'accepted' AND claimed_at <`,
    test: ['test/watch/differences.test.ts', 'one whose sender died'],
  },
];
