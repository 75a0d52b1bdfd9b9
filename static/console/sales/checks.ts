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
  ready: [180, 600],
} as const;

const markOf = (seconds: number, [watch, bad]: readonly [number, number]): Check['mark'] =>
  seconds >= bad ? 'bad' : seconds >= watch ? 'watch' : 'good';

const ofBacklog = (what: 'payments' | 'mails' | 'outbox', { waiting, oldest }: BacklogMessage): Check => ({
  name: s.checks[what],
  mark: markOf(oldest ?? 0, late[what]),
  says: s.backlogSays(waiting, what, oldest === undefined ? undefined : inWords(oldest)),
});

/** `now`: the server's time, in milliseconds. */
export const checksOf = ({ pace, slow, watch, queues, readiness }: OpeningMessage, now: number): readonly Check[] => {
  const { recorded, seconds, delay } = pace;
  const unwritten = queues?.find(({ name }) => name === 'registrations')?.waiting ?? 0;
  const said = delay && { median: s.secondsWords(delay.median), most: s.secondsWords(delay.most) };
  return [
    {
      name: s.checks.recorder,
      // Nothing is written, and somebody waits for it.
      mark: recorded === 0 && unwritten > 0 ? 'watch' : markOf((delay?.most ?? 0) / 1000, late.recorder),
      says: s.recorderSays(recorded, seconds, unwritten, said),
    },
    ofBacklog('payments', slow.payments),
    ofBacklog('mails', slow.mails),
    ofBacklog('outbox', slow.outbox),
    ofQueues(queues),
    ofReadiness(readiness, now),
    ofWatch(watch, now),
  ];
};

const ofQueues = (queues: OpeningMessage['queues']): Check => {
  const name = s.checks.queues;
  if (!queues) return { name, mark: 'unknown', says: s.queuesUnknown };
  const sum = (of: 'waiting' | 'deadLetters') => queues.reduce((total, queue) => total + queue[of], 0);
  return { name, mark: sum('deadLetters') > 0 ? 'bad' : 'good', says: s.queuesSay(sum('waiting'), sum('deadLetters')) };
};

const secondsSince = (at: string, now: number) => Math.max(0, Math.round((now - Date.parse(at)) / 1000));

const ofReadiness = (readiness: OpeningMessage['readiness'], now: number): Check => {
  const name = s.checks.ready;
  if (!readiness) return { name, mark: 'unknown', says: s.readyUnknown };
  const { at, due, parts, beyond } = readiness;
  const seconds = secondsSince(at, now);
  const age = markOf(seconds, late.ready);
  if (age !== 'good') return { name, mark: age, says: s.readyOld(inWords(seconds)) };
  if (parts.every(({ isReady }) => isReady === undefined)) return { name, mark: 'unknown', says: s.readyNothing };
  const missing = parts.filter(({ isReady }) => isReady === false).map((part) => s.parts[part.name] ?? part.name);
  const says = missing.length > 0 ? s.readyNotYet(missing, due) : s.readyAll(inWords(seconds));
  const isBad = beyond.length > 0 || (due && missing.length > 0);
  return {
    name,
    mark: isBad ? 'bad' : missing.length > 0 ? 'watch' : 'good',
    says: beyond.length > 0 ? says + s.readyBeyond(beyond) : says,
  };
};

const ofWatch = (watch: OpeningMessage['watch'], now: number): Check => {
  const name = s.checks.watch;
  if (!watch) return { name, mark: 'unknown', says: s.watchNever };
  const seconds = secondsSince(watch.at, now);
  const age = markOf(seconds, late.watch);
  if (age !== 'good') return { name, mark: age, says: s.watchLate(inWords(seconds)) };
  const isBroken = watch.findings.some(({ severity }) => severity === 'broken');
  const mark = isBroken ? 'bad' : watch.findings.length > 0 ? 'watch' : 'good';
  return { name, mark, says: s.watchSays(watch.findings, inWords(seconds)) };
};
