import type { Guard } from './guard';

const sending = 'test/mail/send-mails.test.ts';
const refusals = 'test/mail/ses-refusals.test.ts';
const links = 'test/mail/resend-link.test.ts';
const letters = 'test/mail/mails-after-the-rush.test.ts';

/** No more mail than SES takes, and none that gets lost. */
export const guardsOfThePost: readonly Guard[] = [
  {
    guard: 'Mail leaves at the pace of its lane.',
    invariant: 'S8',
    file: 'lambdas/mail/send-mails.ts',
    from: 'for (let ms = sendAt - now().getTime(); ms > 0; ms = sendAt - now().getTime()) await pause(Math.ceil(ms));',
    to: 'await pause(1);',
    test: ['test/mail/pace.test.ts', 'no second, wherever it begins, sees more mails than SES takes'],
  },
  {
    guard: 'Lane 0 is the urgent queue’s, and no ordinary mail travels in it.',
    invariant: 'S8',
    file: 'lambdas/mail/lanes.ts',
    from: 'return 1 + (hash(registrationId) % (lanes - 1));',
    to: 'return hash(registrationId) % lanes;',
    test: ['test/mail/lanes.test.ts', 'spreads registrations over the ordinary lanes'],
  },
  {
    guard: 'Nothing is sent once the day’s quota is used up.',
    invariant: 'S8',
    file: 'lambdas/mail/send-mails.ts',
    from: `if (verdict === 'no') return usedUp();`,
    to: '',
    test: [refusals, 'nothing is sent beyond the quota of the day'],
  },
  {
    guard: 'The last of the day’s quota is for people who wait for a link.',
    invariant: 'S8',
    file: 'lambdas/mail/quota.ts',
    from: `priority === 'urgent' ? max24Hours : Math.floor(max24Hours * (1 - reserve))`,
    to: 'max24Hours',
    test: [refusals, 'nothing is sent beyond the quota of the day'],
  },
  {
    guard: 'Nothing is sent from a paused account.',
    invariant: 'S8',
    file: 'lambdas/mail/send-mails.ts',
    from: '!quota.sendingEnabled || ',
    to: '',
    test: [refusals, 'nor from a paused account'],
  },
  {
    guard: 'A mail that SES did not take waits, and leaves when it comes back.',
    invariant: 'L4',
    file: 'lambdas/mail/send-mails.ts',
    from: `case 'too-fast':
          await ledger.release(order);`,
    to: `case 'too-fast':`,
    test: [refusals, 'this mail and the rest wait, and leave when they come back'],
  },
  {
    guard: 'A mail that is never taken is listed with why.',
    invariant: 'L4',
    file: 'lambdas/mail/send-mails.ts',
    from: 'await ledger.rejected(order, posted.reason);',
    to: '',
    test: [refusals, 'SES will never take is written down'],
  },
  {
    guard: 'Nobody writes again to an address that bounced or complained.',
    invariant: 'S8',
    file: 'lambdas/mail/postgres-mail-ledger.ts',
    from: `CASE WHEN EXISTS (SELECT FROM mail_suppression WHERE email_hash = $5) THEN 'suppressed' ELSE 'claimed' END`,
    to: `coalesce('claimed', $5)`,
    test: [sending, 'an address that bounced for good gets nothing'],
  },
  {
    guard: 'However often somebody asks for a link, one leaves in ten minutes.',
    invariant: 'S8',
    file: 'lambdas/mail/outbox-link-requests.ts',
    from: ` - interval '10 minutes'`,
    to: '',
    test: [links, 'however often somebody asks, one mail leaves in ten minutes'],
  },
  {
    guard: 'Who asks for a link learns nothing from how long the answer takes.',
    invariant: 'S12',
    file: 'lambdas/mail/resend-link.ts',
    from: '      relay(ids).catch(',
    to: '      await relay(ids).catch(',
    test: [links, 'the answer comes at the same moment for a known and an unknown address'],
  },
  {
    guard: 'No mail speaks of an offer that is over.',
    invariant: 'L4',
    file: 'lambdas/mail/templates/offer.ts',
    from: 'if (place.offer?.count !== count) return undefined;',
    to: `if (!place.offer) place = { ...place, offer: { count, until: new Date(0) } };`,
    test: [letters, 'is not written to who still waits, declined it, or let its time go by'],
  },
  {
    guard: 'A mail nobody can read comes back alone.',
    invariant: 'L3',
    file: 'lambdas/mail/worker.ts',
    from: 'if (!order || lane === undefined) return [];',
    to: 'if (!order) return [];',
    test: [sending, 'what nobody can read comes back at once and holds nobody up'],
  },
];
