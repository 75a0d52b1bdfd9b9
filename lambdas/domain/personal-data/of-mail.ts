import { type PersonalColumn, raceIsOver } from './column';

/** The part of the register of personal data that is about mail. */
export const personalDataOfMail: readonly PersonalColumn[] = [
  {
    table: 'mail',
    column: 'recipient',
    holds: 'e-mail address that a mail was sent to: of a runner, or of the guardian of one',
    why: 'no mail is sent twice; bounces are matched to it',
    until: raceIsOver,
    erase: 'replace',
  },
  {
    table: 'mail',
    column: 'mailbox',
    holds: 'SHA-256 of the mailbox that the address leads to',
    why: 'limit on mails that others can order for a mailbox in a day',
    until: 'a day after the mail was claimed',
    erase: 'null',
  },
  {
    table: 'mail',
    column: 'reason',
    holds: "the receiving server's words, which can quote the address",
    why: 'why a mail did not arrive',
    until: raceIsOver,
    erase: 'null',
  },
  {
    table: 'mail_suppression',
    column: 'email_hash',
    holds: 'SHA-256 of an address that bounced or complained',
    why: 'no further mail to who complained: kept after an erasure, because it is what they asked for',
    until: 'the address asks for mail again',
    erase: 'keep',
  },
  {
    table: 'outbox',
    column: 'body',
    holds: 'a message on its way to a queue; a mail order can name its recipient',
    why: 'the message leaves because of what is committed with it',
    until: 'it has left, usually within a second',
    erase: 'delete',
  },
];

export const noPersonalDataOfMail: Readonly<Record<string, readonly string[]>> = {
  mail: ['registration_id', 'template', 'generation', 'state', 'message_id', 'event', 'claimed_at', 'updated_at'],
  mail_suppression: ['reason', 'since'],
  outbox: ['id', 'queue', 'message_group', 'deduplication_id', 'created_at', 'trace_header'],
};
