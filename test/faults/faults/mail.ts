import { nextPerson } from '../crowd/crowd';
import type { Fault } from '../fault';
import { lasts, soon } from '../system/soon';

export const throttled: Fault = {
  name: 'mail throttled',
  what: 'SES refuses every tenth mail as too fast, however slow they come, while the burst lasts.',
  prepare: async (target) => void (await target.mail({ throttledShare: 0.1 })),
  strike: (_, moment) => moment.held(1),
  cease: async (target) => void (await target.mail({ throttledShare: 0 })),
};

/** A share of the mails the burst will need. */
const allowed = 0.1;
/** Seconds without a mail, after which the senders have stopped. */
const stoppedSeconds = 5;

export const quotaUsedUp: Fault = {
  name: 'mail quota used up',
  what: "the day's mails are used up in the middle of the burst; afterwards AWS raises the quota.",
  prepare: async (target, runners) => {
    const today = await target.mailsToday();
    await target.mail({ max24HourSend: today + Math.ceil(runners * allowed) });
  },
  strike: (_, moment) => moment.held(1),
  cease: async (target) => {
    // The last twentieth of a day's mails is kept for links (lambdas/mail/send/quota.ts), so they are never all sent.
    await soon('no more mail is sent', 60, async () => {
      const before = await target.mailsToday();
      await lasts(stoppedSeconds);
      return (await target.mailsToday()) === before;
    });
    await target.mail({ max24HourSend: -1 });
  },
};

export const rejected: Fault = {
  name: 'addresses rejected',
  what: 'SES rejects every tenth address for good.',
  prepare: async (target, runners) => {
    const tenths = Array.from({ length: Math.floor(runners / 10) }, (_, n) => nextPerson(n * 10).email);
    await target.mail({ rejectedAddresses: tenths });
  },
  strike: (_, moment) => moment.held(1),
  cease: async () => undefined,
};

export const hangs = (seconds: number): Fault => ({
  name: 'mail hangs',
  what: `SIGSTOP of the mail server for ${seconds} s, in the middle of batches, then SIGCONT: it sends what it was asked meanwhile, long after its senders gave up.`,
  lasts: seconds,
  async strike(target, moment) {
    await moment.held(0.4);
    target.signal('mail', 'SIGSTOP');
    await lasts(seconds);
    target.signal('mail', 'SIGCONT');
  },
});
