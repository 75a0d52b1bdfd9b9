import { type Order, type Priority, priorityOf } from '../../domain/mail-order';
import type { WriteLetters } from '../letters/write-letter';
import type { Alerts, DayBook, Delivery, Letter, MessageVisibility, Post, Posted } from '../ports';
import type { Left, MailLedger } from './ports';
import { isWithinShare, type LastDay, mayStillSend, nextSendAt, type Quota, whyHeldBack } from './quota';
import { pauseOf, type Stop, stopOf } from './stops';

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

/** A claim is old after ten minutes: nobody misses it for another minute. */
const lookEveryMs = 60_000;

/** Enough time to claim, to wait for SES at its slowest, and to record its answer. */
const minRemainingMs = 5000;

/**
 * Mails whose turns come within this time are claimed by one statement, and none waits for the answer about the one before it. The
 * first of a batch goes by itself where SES has not just accepted a mail: docs/decisions/129-mails-are-claimed-together.md
 */
const claimedAheadMs = 100;

/** For so long after SES accepted a mail it is expected to accept the next one, in milliseconds. */
const trustedMs = 1000;

/** A mail that may leave when its turn comes. */
interface Ready {
  readonly delivery: Delivery;
  readonly letter: Letter;
  readonly isPaid: boolean;
  readonly priority: Priority;
}

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
  /** When SES accepted the last mail of this process, in milliseconds since the epoch; -Infinity after any other answer, or none. */
  let acceptedAt = Number.NEGATIVE_INFINITY;

  return async (deliveries, remainingMs) => {
    const begunAt = now().getTime();
    // A clock may have been set back.
    const hasJustAccepted = Math.abs(begunAt - acceptedAt) < trustedMs;
    const lastSent = new Map<number, number>();
    if (begunAt - lookedAt >= lookEveryMs) {
      lookedAt = begunAt;
      const lost = await ledger.giveUpOldClaims();
      if (lost > 0) alerts.warn('It is unknown whether mails left: their senders died.', { mails: lost });
      alerts.count('MailsUnknown', lost);
      await ledger.noteQuota(await post.quota());
    }

    const writeLetter = await writeLetters(deliveries.map(({ order }) => order));
    // What SES has accepted is recorded with the next claim: one statement for mails that are claimed together, not two. If the
    // process dies before, they count as unknown until SES's events of them, as when it dies one statement earlier.
    let left: Left[] = [];
    try {
      return await sendAll();
    } finally {
      if (left.length > 0) await ledger.accepted(left);
    }

    async function sendAll(): Promise<readonly string[]> {
      for (let next = 0; next < deliveries.length; ) {
        const { ready, end, stop: waits } = await readyFrom(next);
        const { kept, stop = waits } = await sendTogether(ready);
        next = end;
        if (!stop) continue;
        const rest = [...kept, ...deliveries.slice(end)];
        await visibility.hide(rest, pauseOf(stop, rest[0]?.times ?? 1));
        return rest.map(({ messageId }) => messageId);
      }
      return [];
    }

    /**
     * The mails from `next` on that are claimed together. `end`: where the next ones begin. `stop`: these must wait, and why.
     */
    async function readyFrom(next: number): Promise<{ ready: readonly Ready[]; end: number; stop?: Stop }> {
      const ready: Ready[] = [];
      const turns = new Map(lastSent);
      let lastTurn = Number.POSITIVE_INFINITY;
      for (const [index, delivery] of deliveries.slice(next).entries()) {
        const [end, { order, lane }] = [next + index, delivery];
        const quota = await post.quota();
        if (!quota.sendingEnabled || quota.maxSendRate <= 0)
          return { ready, end, stop: stopped('SES has paused sending for this account') };
        const turn = nextSendAt(lane, { lanes, maxSendRate: quota.maxSendRate }, turns.get(lane) ?? begunAt);
        // A turn that was missed because SES took long to answer is taken now. The turns after it keep their distance.
        const sendAt = Math.max(now().getTime(), turn);
        const priority = priorityOf(order.template);
        // What is left of a share is known only when the mail before has been counted.
        if (ready.length > 0 && (sendAt > lastTurn || priority !== 'ordinary')) return { ready, end };

        const verdict = mayStillSend(quota, priority, ready.length > 0 ? sendAt : now().getTime());
        // Some quota is left for the rest of the day, but for ordinary mail only.
        if (verdict === 'no') return { ready, end, stop: priority === 'low' ? shareUsedUp(priority) : usedUp() };
        if (verdict === 'not-sure') return { ready, end, stop: 'quota-not-sure' };

        const share = priority === 'ordinary' ? undefined : await shareOf(priority, quota);
        if (share?.isUsedUp) return { ready, end, stop: shareUsedUp(priority) };
        if (share?.heldBack !== undefined && priority === 'low') return { ready, end, stop: heldBack(share.heldBack) };

        const written = await writeLetter(order);
        if (written.kind === 'muted') {
          alerts.count('MailsMuted');
          continue;
        }
        if (written.kind === 'nothing') {
          alerts.warn('A mail was not written.', { ...order, reason: written.reason });
          await ledger.unwritten(order, written.reason);
          continue;
        }

        if (share?.heldBack !== undefined) {
          // A link that comes a day late is of no use: people who still need it ask again.
          await ledger.suppressed(order, written.letter.recipient, `held back: ${share.heldBack}`);
          alerts.count('MailsSuppressed');
          continue;
        }

        if (remainingMs() - (sendAt - now().getTime()) < minRemainingMs) return { ready, end, stop: 'out-of-time' };
        turns.set(lane, sendAt);
        if (ready.length === 0) lastTurn = sendAt + claimedAheadMs;
        ready.push({ delivery, priority, letter: written.letter, isPaid: written.isPaid ?? true });
        if ((next === 0 && !hasJustAccepted) || priority !== 'ordinary') return { ready, end: end + 1 };
      }
      return { ready, end: deliveries.length };
    }

    async function untilTurnOf(lane: number, maxSendRate: number): Promise<void> {
      // No mail has left later than now. When the clock was set back, mails that are claimed must not wait for the old time.
      const last = Math.min(now().getTime(), lastSent.get(lane) ?? begunAt);
      const sendAt = nextSendAt(lane, { lanes, maxSendRate }, last);
      // In a loop, because a timer may end a little early.
      for (let ms = sendAt - now().getTime(); ms > 0; ms = sendAt - now().getTime()) await pause(Math.ceil(ms));
    }

    /** `stop`: why `kept`, and all that come after these mails, must wait. */
    async function sendTogether(ready: readonly Ready[]): Promise<{ kept: readonly Delivery[]; stop?: Stop }> {
      const [first] = ready;
      if (!first) return { kept: [] };
      // Asked once, before the claim: between a claim and its mail nothing may fail or take long.
      const { maxSendRate } = await post.quota();
      await untilTurnOf(first.delivery.lane, maxSendRate);
      // As late as possible: if the process dies between here and the answers of SES, the outcome of these mails is unknown.
      const claims = await ledger.claim(
        ready.map(({ delivery: { order }, letter: { recipient }, isPaid }) => ({ order, recipient, isPaid })),
        left,
      );
      left = [];

      const kept = new Set<Delivery>();
      const stops: Stop[] = [];
      const failures: unknown[] = [];
      const fail = (error: unknown) => void failures.push(error);
      const onTheWay: Promise<void>[] = [];
      for (const [index, one] of ready.entries()) {
        const { delivery, letter, priority } = one;
        if (claims[index] !== 'claimed') {
          alerts.count(claims[index] === 'suppressed' ? 'MailsSuppressed' : 'MailsAlreadySent');
          continue;
        }
        if (stops.length === 0) await untilTurnOf(delivery.lane, maxSendRate);
        // What SES said of a mail before may have come meanwhile.
        if (stops.length > 0) {
          kept.add(delivery);
          await ledger.release(delivery.order).catch(fail);
          continue;
        }
        lastSent.set(delivery.lane, now().getTime());
        if (since && priority !== 'ordinary') since[priority] += 1;
        const posted = post.send(delivery.order, letter).then((answer) => {
          const stop = stopOf(answer);
          if (stop) stops.push(stop);
          // An unknown outcome is final: sending that mail again might send it twice.
          if (stop && stop !== 'unknown') kept.add(delivery);
          return noteAnswer(delivery.order, answer);
        });
        onTheWay.push(posted.catch(fail));
      }
      await Promise.all(onTheWay);
      if (failures.length > 0) throw failures[0];
      return { kept: deliveries.filter((delivery) => kept.has(delivery)), ...(stops[0] && { stop: stops[0] }) };
    }

    async function noteAnswer(order: Order, posted: Posted): Promise<void> {
      acceptedAt = posted.kind === 'accepted' ? now().getTime() : Number.NEGATIVE_INFINITY;
      switch (posted.kind) {
        case 'accepted':
          left.push({ order, messageId: posted.messageId });
          alerts.count('MailsSent');
          return;
        case 'rejected':
          await ledger.rejected(order, posted.reason);
          alerts.count('MailsRejected');
          alerts.warn('SES rejected a mail.', { ...order, reason: posted.reason });
          return;
        case 'unknown':
          await ledger.unknown(order, posted.reason);
          alerts.count('MailsUnknown');
          alerts.error('It is unknown whether a mail left.', undefined, { ...order, reason: posted.reason });
          return;
        case 'too-fast':
          await ledger.release(order);
          alerts.count('MailsTooFast');
          return;
        case 'quota-used-up':
          await ledger.release(order);
          usedUp();
          return;
        case 'unreachable':
          await ledger.release(order);
          alerts.error('SES cannot be reached. The mail is kept.', undefined, { reason: posted.reason });
          return;
        case 'stopped':
          await ledger.release(order);
          stopped(posted.reason);
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
