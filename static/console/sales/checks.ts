import type { BacklogMessage, OpeningMessage } from '../../../lambdas/api/console/sales-messages';
import { inWords } from '../../src/time/duration';
import * as s from '../texts/sales';

/** Whether a part of the system does what it should, in a word and a sentence. */
export interface Check {
  readonly name: string;
  readonly mark: keyof typeof s.marks;
  readonly says: string;
}

/** When something is late, in seconds: first it is worth a look, then it is bad. The watch raises its alarms at the second. */
const late = {
  recorder: [10, 60],
  payments: [60, 300],
  mails: [300, 900],
  outbox: [60, 120],
  watch: [150, 300],
} as const;

const markOf = (seconds: number, [watch, bad]: readonly [number, number]): Check['mark'] =>
  seconds >= bad ? 'bad' : seconds >= watch ? 'watch' : 'good';

const ofBacklog = (what: 'payments' | 'mails' | 'outbox', { waiting, oldest }: BacklogMessage): Check => ({
  name: s.checks[what],
  mark: markOf(oldest ?? 0, late[what]),
  says: s.backlogSays(waiting, what, oldest === undefined ? undefined : inWords(oldest)),
});

/** `now`: the server's time, in milliseconds. */
export const checksOf = ({ pace, slow, watch }: OpeningMessage, now: number): readonly Check[] => {
  const { recorded, seconds, delay } = pace;
  const said = delay && { median: s.secondsWords(delay.median), most: s.secondsWords(delay.most) };
  return [
    {
      name: s.checks.recorder,
      mark: markOf((delay?.most ?? 0) / 1000, late.recorder),
      says: s.recorderSays(recorded, seconds, said),
    },
    ofBacklog('payments', slow.payments),
    ofBacklog('mails', slow.mails),
    ofBacklog('outbox', slow.outbox),
    ofWatch(watch, now),
  ];
};

const ofWatch = (watch: OpeningMessage['watch'], now: number): Check => {
  const name = s.checks.watch;
  if (!watch) return { name, mark: 'unknown', says: s.watchNever };
  const seconds = Math.max(0, Math.round((now - Date.parse(watch.at)) / 1000));
  const age = markOf(seconds, late.watch);
  if (age !== 'good') return { name, mark: age, says: s.watchLate(inWords(seconds)) };
  const isBroken = watch.findings.some(({ severity }) => severity === 'broken');
  const mark = isBroken ? 'bad' : watch.findings.length > 0 ? 'watch' : 'good';
  return { name, mark, says: s.watchSays(watch.findings, inWords(seconds)) };
};
