import type { Posted } from '../ports';

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

export type Stop = keyof typeof pauses;

/**
 * Often SES knows or allows the sender again within a minute: while a deployment changes the domain of mail. So tries
 * begin there, and take twice as long each time; 50 of them take most of a day.
 */
export const pauseOf = (stop: Stop, times: number): number =>
  stop === 'stopped' ? Math.min(pauses.stopped, 60 * 2 ** (times - 1)) : pauses[stop];

/** Whether the rest must wait after this answer of SES. */
export const stopOf = ({ kind }: Posted): Stop | undefined =>
  kind === 'accepted' || kind === 'rejected' ? undefined : kind;
