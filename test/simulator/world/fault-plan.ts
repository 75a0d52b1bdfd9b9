import type { Random } from '../../support/random';
import type { History } from '../history';
import type { VirtualTime } from './virtual-time';

/** What may go wrong at a single call or message. The numbers are those of the fault list (F1–F24). */
export const strikes = [
  'cache-silent', // F1: no answer, nothing done
  'cache-answer-lost', // F1: done, but the answer is lost
  'cache-key-lost', // F2
  'session-silent', // F4
  'database-refuses', // F5: the connection breaks, nothing is committed
  'database-answer-lost', // F6: committed, but the answer is lost
  'database-deadlock', // the transaction is tried again
  'replica-late', // F19
  'queue-refuses', // F15: nothing taken
  'queue-answer-lost', // F15: taken, but the sender is told otherwise
  'queue-duplicates', // F7
  'queue-delays', // F7: up to an hour late
  'poison', // F9
  'killed-before', // F8, F12, F17: the Lambda dies before the call leaves
  'killed-after', // F8, F12, F17: the Lambda dies before it hears the answer
  'processor-silent', // F10, F11: no answer, nothing done
  'processor-answer-lost', // F10, F11: done, but the answer is lost
  'processor-broken', // F10: answers 500
  'processor-limited', // answers 429, nothing done
  'card-declined',
  'declined-after-all', // the bank has asked, got its answer, and declines
  'asked-again', // the bank asks once more when the payment is confirmed
  'capture-fails', // F14
  'authorisation-expires', // F14
  'webhook-late', // F13
  'webhook-twice', // F13
  'webhook-never', // F13
  'mail-too-fast', // F16
  'mail-rejected', // F16
  'mail-answer-lost', // F16
  'mail-unreachable', // F16
  'mailer-killed', // F12: SES has the mail, and the mailer dies before it can record that
  'clock-skew', // F18
  'stalled', // the process stops for seconds in the middle of a request, and goes on
  'throttled', // F24
  'browser-closed', // the runner goes away in the middle
  'page-answer-lost', // F17, F24: the function worked, the runner sees an error
] as const;

/** What may fail for a while, or happen once to a whole machine. */
export const outages = [
  'cache-down', // F1
  'cache-flush', // F2
  'cache-old-data', // F3
  'sessions-down', // F4
  'database-down', // F5
  'queue-down', // F15
  'processor-down', // F10
  'mail-quota', // F16
  'mail-stopped', // F16
] as const;

export type Strike = (typeof strikes)[number];
export type Outage = (typeof outages)[number];
export type Fault = Strike | Outage;

const minute = 60_000;
/** How long each may last at most, in milliseconds; 0: it happens in an instant. */
const longest: Readonly<Record<Outage, number>> = {
  'cache-down': 5 * minute,
  'cache-flush': 0,
  'cache-old-data': 0,
  'sessions-down': 5 * minute,
  'database-down': 15 * minute,
  'queue-down': 25 * minute,
  'processor-down': 10 * minute,
  'mail-quota': 25 * minute,
  'mail-stopped': 25 * minute,
};

/**
 * How many of the faults a run has, and how often each happens at most: everything at once and often would stop
 * everything.
 */
const calm = { share: 0, worst: 0 };
const few = { share: 0.12, worst: 0.4 };
const many = { share: 0.4, worst: 0.12 };
const all = { share: 1, worst: 0.05 };
const severities: readonly [typeof calm, ...(typeof calm)[]] = [
  calm,
  few,
  few,
  few,
  few,
  many,
  many,
  many,
  many,
  all,
  all,
];

/** A fault of every call happens seldom; one that is drawn once for a message or a card happens often. */
const weights: Partial<Record<Strike, number>> = {
  'killed-before': 0.1,
  'killed-after': 0.1,
  'session-silent': 0.3,
  stalled: 0.1,
  'cache-key-lost': 0.5,
  'queue-delays': 5,
  'queue-duplicates': 3,
  poison: 0.3,
  'clock-skew': 3,
  'card-declined': 2,
  'declined-after-all': 2,
  'asked-again': 2,
  'capture-fails': 2,
  'authorisation-expires': 2,
  'webhook-late': 4,
  'webhook-twice': 4,
  'webhook-never': 4,
  'mail-answer-lost': 3,
  'mailer-killed': 2,
};

/** Rare outcomes need these faults more often than the rest. */
const likelier: Partial<Record<Fault, number>> = { 'cache-old-data': 0.5, 'queue-delays': 0.5 };

interface OutageWindow {
  readonly outage: Outage;
  readonly from: number;
  readonly to: number;
}

/** Which faults a run has, and when; the seed decides it once. After `calmFrom` nothing fails any more. */
export class FaultPlan {
  readonly calmFrom: number;
  /** How wrong a clock may be, in seconds. */
  mostSkew = 300;
  readonly #random: Random;
  readonly #time: VirtualTime;
  readonly #history: History;
  readonly #chances: Partial<Record<Strike, number>> = {};
  readonly #windows: OutageWindow[] = [];

  constructor(random: Random, time: VirtualTime, history: History) {
    this.#random = random;
    this.#time = time;
    this.#history = history;
    this.calmFrom = time.now + random.whole(5, 45) * minute;
    const { share, worst } = random.pick(severities);
    const shareOf = (fault: Fault) => (share === 0 ? 0 : Math.max(share, likelier[fault] ?? 0));
    for (const strike of strikes)
      if (random.chance(shareOf(strike)))
        this.#chances[strike] = Math.min(0.9, (worst * random.next() ** 2 + 0.005) * (weights[strike] ?? 1));
    for (const outage of outages) if (random.chance(shareOf(outage))) this.#plan(outage);
  }

  /** Does this fault happen now? */
  strikes(strike: Strike, about: string): boolean {
    if (this.#time.now >= this.calmFrom || !this.#random.chance(this.#chances[strike] ?? 0)) return false;
    this.#history.add({ kind: 'fault', fault: strike, about });
    return true;
  }

  isOn(outage: Outage): boolean {
    return this.#windows.some(
      (window) => window.outage === outage && window.from <= this.#time.now && this.#time.now < window.to,
    );
  }

  /** Calls back at the start of each outage of this kind. */
  each(outage: Outage, begins: () => void): void {
    for (const window of this.#windows)
      if (window.outage === outage) this.#time.after(window.from - this.#time.now, begins);
  }

  #plan(outage: Outage): void {
    const random = this.#random;
    // Outages without a duration happen more often.
    for (let n = longest[outage] === 0 ? random.whole(2, 5) : random.whole(1, 2); n > 0; n--) {
      // Early rather than late: during the rush a fault does the most harm.
      const from = this.#time.now + Math.round((this.calmFrom - this.#time.now) * 0.8 * random.next() ** 3);
      const to = Math.min(this.calmFrom, from + random.whole(Math.min(1000, longest[outage]), longest[outage]));
      this.#windows.push({ outage, from, to });
      this.#time.after(from - this.#time.now, () =>
        this.#history.add({ kind: 'fault', fault: outage, about: `until ${new Date(to).toISOString()}` }),
      );
    }
  }
}
