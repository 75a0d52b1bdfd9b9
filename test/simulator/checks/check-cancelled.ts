import { refundOf } from '../../../lambdas/registration/change/change-rules';
import { takenOf } from '../../model/ledger/tables';
import type { Entry, RaceFacts } from '../history';
import { commitByJob } from '../stores/change-store';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

/** The step that is under way when a director stops the job. */
const stepsAfterStop = 1;

/**
 * After an event is cancelled nobody gets in, nothing is cut and nobody waits (C5). The job ends each registration once, with the
 * refund that the director ordered. It does nothing while it is stopped, and is done when nobody is left (C6). That the bank gives
 * back what is promised, and that everybody is told once, holds for these refunds and mails as for all: see check-money.ts and
 * check-mail.ts.
 */
export const checkCancelled = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const ledger = new LedgerSoFar(race);
  let percent: number | undefined;
  let [isStopped, steps, isDone] = [false, 0, false];
  for (const entry of history) {
    const { step } = entry;
    if (entry.kind === 'race-cancelled') percent = entry.refundPercent;
    if (entry.kind === 'job') {
      isStopped = entry.state === 'stopping' || entry.state === 'stopped';
      if (entry.state === 'waiting') steps = 0;
      if (entry.state === 'done') {
        isDone = true;
        insist(ledger.live.length === 0, 'C6', step, `the job is done, and ${ledger.live.length} people are in`);
      }
    }
    if (entry.kind === 'end' && percent !== undefined) {
      insist(isDone, 'C6', step, 'the job of the cancelled race is never done');
      insist(ledger.live.length === 0, 'C6', step, `${ledger.live.length} people are in a cancelled race`);
      const left = ledger.spots.size + ledger.otherSpots.size;
      insist(left === 0, 'C5', step, `${left} spots of a cancelled race are left`);
    }
    if (entry.kind !== 'committed') continue;
    const { registrations, blocks, waiting } = entry.changes;
    if (ledger.sale === 'cancelled') {
      for (const { id, isLive } of registrations)
        insist(!isLive || isIn(id), 'C5', step, `${id} got into a cancelled race`);
      for (const { id } of blocks) insist(ledger.blocks.has(id), 'C5', step, `block ${id} was cut in a cancelled race`);
      for (const { person, state } of waiting)
        insist(state !== 'waiting' && state !== 'offered', 'C5', step, `${person} is ${state} in a cancelled race`);
    }
    if (entry.by === commitByJob) {
      if (isStopped) steps += 1;
      insist(steps <= stepsAfterStop, 'C6', step, 'the job went on after it was stopped');
      for (const row of registrations) {
        insist(isIn(row.id), 'C6', step, `${row.id} was cancelled, and was not in`);
        const payment = ledger.paymentOf(row);
        const owed = refundOf(row.share ?? (payment ? takenOf(payment) : 0), percent ?? 0);
        insist((row.refund ?? 0) === owed, 'C6', step, `${row.id} gets ${row.refund} back, and was promised ${owed}`);
      }
    }
    ledger.apply(entry.changes);
  }
  return violations;

  function isIn(id: string): boolean {
    return ledger.registrations.get(id)?.isLive === true;
  }
};
