import { authenticationGraceSeconds } from '../../../lambdas/domain/registration';
import type { Entry, RaceFacts } from '../history';
import { findings, type Violation } from './violation';

const minute = 60_000;
/** How much later than its hold a payment may be held that the bank asked about in time. */
const graceMs = authenticationGraceSeconds * 1000;
/** Milliseconds from the moment when `pay` reads its clock until its last request has reached the processor. */
const payMs = 8_000;
/** As wrong as a clock may be. */
const skewMs = 5 * minute;
/** Milliseconds after the last attempt, or the last fault, within which every payment ends. */
const endsWithinMs = 30 * minute;
/** Milliseconds for which the queue may keep a message back. */
const longestDelayMs = 60 * minute;

interface Payment {
  readonly registrationId: string;
  /** When the bank first asked its customer. */
  askedAt?: number;
  /** What the bank waits for, or holds. */
  state: 'open' | 'asked' | 'authenticated' | 'authorised' | 'over';
  /** When somebody last did something about it. */
  touchedAt: number;
}

/**
 * A registration has one authorisation at most, however often and by whatever card it is tried (P1). Money is held
 * while its hold is good, or shortly after if the bank asked before that (P2). What is asked or held does not stay so
 * (P3).
 */
export const checkQuestions = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const isSkewed = history.some((entry) => entry.kind === 'fault' && entry.fault === 'clock-skew');
  const slack = payMs + (isSkewed ? skewMs : 0);
  const isDelayed = (entry: Entry) => entry.kind === 'fault' && entry.fault === 'queue-delays';
  const lastDelay = history.findLast(isDelayed);
  const faultsEndAt = Math.max(race.calmFrom, lastDelay ? lastDelay.at + longestDelayMs : 0);
  const ends = new Map<string, number>();
  const payments = new Map<string, Payment>();
  const authorised = new Map<string, number>();
  const openOf = (id: string) => [...payments.values()].find((one) => one.registrationId === id && isUnderWay(one));

  for (const entry of history) {
    const { at, step } = entry;
    if (entry.kind === 'hold' && entry.expiresAt !== undefined)
      ends.set(entry.registrationId, Math.max(entry.expiresAt, ends.get(entry.registrationId) ?? 0));
    if ((entry.kind === 'fee-quoted' || entry.kind === 'move-quoted') && entry.expiresAt !== undefined)
      ends.set(entry.registrationId, entry.expiresAt);
    if (entry.kind === 'submitted') {
      const payment = openOf(entry.registrationId);
      if (payment) payment.touchedAt = at;
      const end = ends.get(entry.registrationId) ?? 0;
      const isInTime = payment?.askedAt !== undefined && payment.askedAt < end && at < end + graceMs;
      insist(
        isSkewed || entry.answer !== 'hold-expired' || !isInTime,
        'S17',
        step,
        `${entry.registrationId} was asked by their bank in time, answered in time, and was turned away`,
      );
    }
    if (!('authorisation' in entry)) continue;
    const { registrationId, authorisation } = entry;
    const payment = payments.get(authorisation) ?? { registrationId, state: 'open', touchedAt: at };
    payments.set(authorisation, payment);
    const end = ends.get(registrationId) ?? 0;
    switch (entry.kind) {
      case 'asked':
        Object.assign(payment, { state: 'asked', touchedAt: at, askedAt: payment.askedAt ?? at });
        break;
      case 'authenticated':
        Object.assign(payment, { state: 'authenticated', touchedAt: at });
        break;
      case 'not-authenticated':
      case 'declined':
        Object.assign(payment, { state: 'open', touchedAt: at });
        break;
      case 'authorised': {
        Object.assign(payment, { state: 'authorised', touchedAt: at });
        const times = (authorised.get(registrationId) ?? 0) + 1;
        authorised.set(registrationId, times);
        insist(times === 1, 'P1', step, `${registrationId} was authorised ${times} times`);
        const { askedAt } = payment;
        const isBegunInTime = askedAt !== undefined && askedAt < end + slack && at < end + graceMs + slack;
        const late = `${registrationId} was authorised ${Math.round((at - end) / 1000)} s after the end of its hold`;
        insist(at < end + slack || isBegunInTime, 'P2', step, late);
        break;
      }
      case 'captured':
      case 'voided': {
        const due = Math.max(payment.touchedAt, faultsEndAt) + endsWithinMs;
        insist(at < due || !isUnderWay(payment), 'P3', step, `${authorisation} of ${registrationId} ended late`);
        payment.state = 'over';
        break;
      }
      default:
        break;
    }
  }
  for (const [authorisation, payment] of payments)
    insist(
      !isUnderWay(payment),
      'P3',
      history.length - 1,
      `${authorisation} of ${payment.registrationId} is ${payment.state} for ever`,
    );
  return violations;
};

const isUnderWay = ({ state }: Payment): boolean => state !== 'open' && state !== 'over';
