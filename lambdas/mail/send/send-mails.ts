import { type Priority, priorityOf } from '../../domain/mail-order';
import type { WriteLetter, WriteLetters } from '../letters/write-letter';
import type { Alerts, DayBook, Delivery, Left, MailLedger, MessageVisibility, Post } from '../ports';
import { isWithinShare, type LastDay, mayStillSend, nextSendAt, type Quota, whyHeldBack } from './quota';

interface Needs {
  readonly ledger: MailLedger;
  readonly dayBook: DayBook;
  readonly writeLetters: WriteLetters;
  readonly post: Post;
  readonly visibility: MessageVisibility;
  readonly alerts: Alerts;
  readonly lanes: number;
  readonly now: () => Date;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Sends a batch in order. Returns the ids of the messages to deliver again. Throws when the database fails. */
export type SendMails = (deliveries: readonly Delivery[], remainingMs: () => number) => Promise<readonly string[]>;

/** Why a batch stops, and for how many seconds the rest of it waits. */
const pauses = {
  /** Something else sends from the account, too. */
  'too-fast': 60,
  /**
   * The queue delivers a message 50 times: 50 half hours are longer than the 24 hours after which there is quota again.
   */
  'quota-used-up': 1800,
  'quota-not-sure': 60,
  /** Only mail that anybody can order: its lane waits, and no other. */
  'share-used-up': 1800,
  'held-back': 1800,
  /** At most: see `pauseOf`. */
  stopped: 1800,
  unreachable: 60,
  /** While SES does not answer, each try may lead to a mail with an unknown outcome: so few tries. */
  unknown: 60,
  /** Nothing is wrong: the next invocation goes on at once. */
  'out-of-time': 0,
};

type Stop = keyof typeof pauses;

/** A claim is old after ten minutes: nobody misses it for another minute. */
const lookEveryMs = 60_000;

/**
 * Often SES knows or allows the sender again within a minute: while a deployment changes the domain of mail. So tries
 * begin there, and take twice as long each time; 50 of them take most of a day.
 */
const pauseOf = (stop: Stop, times: number): number =>
  stop === 'stopped' ? Math.min(pauses.stopped, 60 * 2 ** (times - 1)) : pauses[stop];

/** Enough time to claim, to wait for SES at its slowest, and to record its answer. */
const minRemainingMs = 5000;

/**
 * Sends at the pace of the lane, within the quota, and each mail once. Stops at the first sign that the rest must wait.
 */
export const sendMails = ({
  ledger,
  dayBook,
  writeLetters,
  post,
  visibility,
  alerts,
  lanes,
  now,
  pause,
}: Needs): SendMails => {
  // A lane is one sender, so this process knows what left since the ledger was counted. The exception is a lane that
  // another process has just given up.
  let since: { readonly day: LastDay; urgent: number; low: number } | undefined;
  /** When this process last looked for old claims. */
  let lookedAt = Number.NEGATIVE_INFINITY;

  return async (deliveries, remainingMs) => {
    const begunAt = now().getTime();
    const lastSent = new Map<number, number>();
    if (begunAt - lookedAt >= lookEveryMs) {
      lookedAt = begunAt;
      const lost = await ledger.giveUpOldClaims();
      if (lost > 0) alerts.warn('It is unknown whether mails left: their senders died.', { mails: lost });
      alerts.count('MailsUnknown', lost);
      await ledger.noteQuota(await post.quota());
    }

    const writeLetter = await writeLetters(deliveries.map(({ order }) => order));
    // What SES has accepted is recorded with the next claim: one statement for each mail, not two. If the process dies before,
    // the mail counts as unknown until SES's event of it, as when it dies one statement earlier.
    let left: Left | undefined;
    try {
      return await sendAll();
    } finally {
      if (left) await ledger.accepted(left);
    }

    async function sendAll(): Promise<readonly string[]> {
      for (const [index, delivery] of deliveries.entries()) {
        const stop = await send(delivery, writeLetter);
        if (!stop) continue;
        // An unknown outcome is final: sending that mail again might send it twice.
        const rest = deliveries.slice(stop === 'unknown' ? index + 1 : index);
        await visibility.hide(rest, pauseOf(stop, delivery.times));
        return rest.map(({ messageId }) => messageId);
      }
      return [];
    }

    async function send({ order, lane }: Delivery, writeLetter: WriteLetter): Promise<Stop | undefined> {
      const quota = await post.quota();
      if (!quota.sendingEnabled || quota.maxSendRate <= 0) return stopped('SES has paused sending for this account');
      const priority = priorityOf(order.template);
      const verdict = mayStillSend(quota, priority, now().getTime());
      // Some quota is left for the rest of the day, but for ordinary mail only.
      if (verdict === 'no') return priority === 'low' ? shareUsedUp(priority) : usedUp();
      if (verdict === 'not-sure') return 'quota-not-sure';

      const share = priority === 'ordinary' ? undefined : await shareOf(priority, quota);
      if (share?.isUsedUp) return shareUsedUp(priority);
      if (share?.heldBack !== undefined && priority === 'low') return heldBack(share.heldBack);

      const written = await writeLetter(order);
      if (written.kind === 'muted') {
        alerts.count('MailsMuted');
        return undefined;
      }
      if (written.kind === 'nothing') {
        alerts.warn('A mail was not written.', { ...order, reason: written.reason });
        await ledger.unwritten(order, written.reason);
        return undefined;
      }

      if (share?.heldBack !== undefined) {
        // A link that comes a day late is of no use: people who still need it ask again.
        await ledger.suppressed(order, written.letter.recipient, `held back: ${share.heldBack}`);
        alerts.count('MailsSuppressed');
        return undefined;
      }

      const sendAt = nextSendAt(lane, { lanes, maxSendRate: quota.maxSendRate }, lastSent.get(lane) ?? begunAt);
      if (remainingMs() - (sendAt - now().getTime()) < minRemainingMs) return 'out-of-time';
      // In a loop, because a timer may end a little early.
      for (let ms = sendAt - now().getTime(); ms > 0; ms = sendAt - now().getTime()) await pause(Math.ceil(ms));

      // As late as possible: if the process dies between here and the answer of SES, the outcome of the mail is
      // unknown.
      const claim = await ledger.claim(order, written.letter.recipient, written.isPaid, left);
      left = undefined;
      if (claim !== 'claimed') {
        alerts.count(claim === 'suppressed' ? 'MailsSuppressed' : 'MailsAlreadySent');
        return undefined;
      }
      lastSent.set(lane, now().getTime());
      if (since && priority !== 'ordinary') since[priority] += 1;
      const posted = await post.send(order, written.letter);
      switch (posted.kind) {
        case 'accepted':
          left = { order, messageId: posted.messageId };
          alerts.count('MailsSent');
          return undefined;
        case 'rejected':
          await ledger.rejected(order, posted.reason);
          alerts.count('MailsRejected');
          alerts.warn('SES rejected a mail.', { ...order, reason: posted.reason });
          return undefined;
        case 'unknown':
          await ledger.unknown(order, posted.reason);
          alerts.count('MailsUnknown');
          alerts.error('It is unknown whether a mail left.', undefined, { ...order, reason: posted.reason });
          return 'unknown';
        case 'too-fast':
          await ledger.release(order);
          alerts.count('MailsTooFast');
          return 'too-fast';
        case 'quota-used-up':
          await ledger.release(order);
          return usedUp();
        case 'unreachable':
          await ledger.release(order);
          alerts.error('SES cannot be reached. The mail is kept.', undefined, { reason: posted.reason });
          return 'unreachable';
        case 'stopped':
          await ledger.release(order);
          return stopped(posted.reason);
      }
    }
  };

  /** Whether mail that anybody can order has used up its share of the day, and whether it is held back. */
  async function shareOf(priority: Exclude<Priority, 'ordinary'>, quota: Quota) {
    const day = await dayBook.lastDay();
    if (since?.day !== day) since = { day, urgent: 0, low: 0 };
    return { isUsedUp: !isWithinShare(quota, day[priority] + since[priority]), heldBack: whyHeldBack(day) };
  }

  function shareUsedUp(priority: Priority): Stop {
    alerts.count('MailShareUsedUp');
    alerts.warn('Mail that anybody can order has used its share of 24 hours. Its lane waits. Other mail leaves.', {
      priority,
    });
    return 'share-used-up';
  }

  function heldBack(reason: string): Stop {
    alerts.count('MailHeldBack');
    alerts.warn('Too many mails bounced or brought complaints. Mail that nobody paid for or confirmed waits.', {
      reason,
    });
    return 'held-back';
  }

  function usedUp(): Stop {
    alerts.count('MailQuotaUsedUp');
    alerts.error(
      'The mails of these 24 hours are used up. The rest is kept and tried every half hour: ask AWS for more.',
    );
    return 'quota-used-up';
  }

  function stopped(reason: string): Stop {
    alerts.count('MailStopped');
    alerts.error(
      'SES sends nothing until somebody acts. Mail is kept and tried again, in the end every half hour.',
      undefined,
      {
        reason,
      },
    );
    return 'stopped';
  }
};
