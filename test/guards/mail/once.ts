// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files, to the letter.
import type { Guard } from '../guard';

const sending = 'test/mail/send-mails.test.ts';
const refusals = 'test/mail/events/ses-refusals.test.ts';
const events = 'test/mail/events/mail-events.test.ts';

/** Each mail leaves once. */
export const guardsOfMail: readonly Guard[] = [
  {
    guard: 'A mail is claimed before it is sent: the row of the ledger.',
    invariant: 'S7',
    file: 'lambdas/migrations/0069-claim-mail.ts',
    from: `  ON CONFLICT DO NOTHING
  RETURNING state`,
    to: `  ON CONFLICT (registration_id, template, generation) DO UPDATE SET state = excluded.state
  RETURNING state`,
    test: [sending, 'a message delivered again sends nothing'],
  },
  {
    guard: 'A sender that does not get the claim does not send.',
    invariant: 'S7',
    file: 'lambdas/mail/send/send-mails.ts',
    from: `if (claims[index] !== 'claimed') {`,
    to: `if (claims[index] === 'suppressed') {`,
    test: [sending, 'a message delivered again sends nothing'],
  },
  {
    guard: 'A mail whose sender died is not sent again.',
    invariant: 'S7',
    file: 'lambdas/mail/send/postgres-mail-ledger.ts',
    from: `UPDATE mail SET state = 'unknown', reason = 'the sender died', updated_at = clock_timestamp()`,
    to: 'DELETE FROM mail',
    test: [sending, 'a sender that died between claim and answer sends nothing more'],
  },
  {
    guard: 'A mail that may have left is not sent again.',
    invariant: 'S7',
    file: 'lambdas/mail/send/send-mails.ts',
    from: 'await ledger.unknown(order, posted.reason);',
    to: 'await ledger.release(order);',
    test: [refusals, 'the mail may have left: it is not sent again, and the rest waits a minute'],
  },
  {
    guard: 'Of an answer that SES broke off nobody knows whether the mail left.',
    invariant: 'S7',
    file: 'lambdas/mail/send/ses-post.ts',
    from: `status >= 300 && status < 500 ? 'stopped' : 'unknown'`,
    to: `'stopped'`,
    test: [refusals, 'the mail may have left: it is not sent again, and the rest waits a minute'],
  },
  {
    guard: 'After an acceptance that cannot be read the mail is not sent again.',
    invariant: 'S7',
    file: 'lambdas/mail/send/ses-post.ts',
    from: 'status >= 300 && status < 500',
    to: 'status < 500',
    test: ['test/mail/ses-post.test.ts', 'after an answer that breaks off (no length)'],
  },
  {
    guard: 'A mail is kept while SES does not know the domain that it comes from.',
    invariant: 'L4',
    file: 'lambdas/mail/send/ses-post.ts',
    from: 'message.toLowerCase().includes(sender.toLowerCase())',
    to: 'sender === message',
    test: [refusals, 'this mail and the rest wait, and leave when they come back'],
  },
  {
    guard: 'Of a request that was connected nobody knows whether it arrived.',
    invariant: 'S7',
    file: 'lambdas/platform/calls/connection.ts',
    from: 'isConnected = true;',
    to: 'isConnected = false;',
    test: ['test/mail/ses-post.test.ts', 'a server that takes the mail and never answers'],
  },
  {
    guard: 'No request is sent over a connection that its service may have closed meanwhile.',
    invariant: 'L4',
    file: 'lambdas/platform/calls/connection.ts',
    from: 'return this.#isOpen && Date.now() < this.#restsUntil;',
    to: 'return this.#isOpen;',
    test: ['test/platform/calls/send-request.test.ts', 'a connection that rested for long is not'],
  },
  {
    guard: 'An answer is only taken for the one request that waits for it.',
    invariant: 'S7',
    file: 'lambdas/platform/calls/connection.ts',
    from: 'if (!this.#waiting) return this.close();',
    to: '',
    test: ['test/platform/calls/send-request.test.ts', 'bytes that nobody asked for are no answer to the next request'],
  },
  {
    guard: 'Bytes behind an answer are not the answer to the next request.',
    invariant: 'S7',
    file: 'lambdas/platform/calls/answer-parser.ts',
    from: `if (this.#unread.length > 0) throw new Error('more came than one answer');`,
    to: '',
    test: ['test/platform/calls/answer-parser.test.ts', 'more than one answer'],
  },
  {
    guard: 'An answer that breaks off is none.',
    invariant: 'S7',
    file: 'lambdas/platform/calls/answer-parser.ts',
    from: `this.#head && this.#body.kind === 'until-close' ?`,
    to: 'this.#head ?',
    test: ['test/platform/calls/answer-parser.test.ts', 'an answer that breaks off is none'],
  },
  {
    guard: 'Nothing in a header begins another header or request.',
    invariant: 'S10',
    file: 'lambdas/platform/calls/send-request.ts',
    from: 'if (!inHeader.test(value)) throw',
    to: 'if (inHeader.test(value) && value === null) throw',
    test: ['test/platform/calls/send-request.test.ts', 'a line break in a header'],
  },
  {
    guard: 'A claim is not given back once SES has spoken of the mail.',
    invariant: 'S7',
    file: 'lambdas/mail/send/postgres-mail-ledger.ts',
    from: `DELETE FROM mail WHERE \${ofOrder} AND state = 'claimed' AND event IS NULL`,
    to: 'DELETE FROM mail WHERE ${ofOrder}',
    test: [events, 'a sender that gives up after SES has spoken does not contradict it'],
  },
  {
    guard: 'A message of the same mail is the same message to its queue.',
    invariant: 'S7',
    file: 'lambdas/domain/mail-order.ts',
    from: 'deduplicationId: `${registrationId}:${template}:${generation}`,',
    to: 'deduplicationId: `${registrationId}:${template}`,',
    test: ['test/mail/lanes.test.ts', 'a link travels in the urgent lane of its own queue'],
  },
  {
    guard: 'The guardian of a minor gets a copy of what they signed.',
    invariant: 'S16',
    file: 'lambdas/payment/settle/postgres-payments.ts',
    from: `signatures @> '[{"by": "guardian"}]' ORDER BY id`,
    to: 'false ORDER BY id',
    test: ['test/quote/eligibility.test.ts', 'the signatures are kept apart from the runner'],
  },
  {
    guard: 'What a guardian gets does not open the registration.',
    invariant: 'S10',
    file: 'lambdas/mail/letters/write-letter.ts',
    from: 'content: guardianCopy(words, registered, copy),',
    to: 'content: confirmation(words, registered, await links.to(id)),',
    test: ['test/mail/letters/later-letters.test.ts', 'a guardian gets what they signed'],
  },
];
