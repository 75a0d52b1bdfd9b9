import { takenOf } from '../../model/ledger/tables';
import type { Changes, Entry, RaceFacts } from '../history';
import { commitCut } from '../stores/ledger-store';
import { CompanionsSoFar } from './companions-so-far';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

/**
 * A whole group gets in, or nobody of it (S16, decision 023): one outcome for all of them in the same commit, one
 * payment, and spots for all of them or none, wherever the spots come from.
 */
export const checkGroups = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const ledger = new LedgerSoFar(race);
  const groups = new CompanionsSoFar();
  for (const entry of history) {
    groups.note(entry);
    if (entry.kind === 'authorised') {
      const lead = groups.leadOf(entry.registrationId);
      insist(lead === undefined, 'S16', entry.step, `${entry.registrationId} was to pay, who came with ${lead}`);
    }
    if (entry.kind === 'hold' && entry.answer === 'granted') {
      const size = entry.spots?.length;
      insist(new Set(entry.spots).size === size, 'S16', entry.step, `${entry.registrationId} holds a spot twice`);
    }
    if (entry.kind !== 'committed') continue;
    ledger.apply(entry.changes);
    checkBlocks(entry.changes, entry.by, entry.step);
    const { registrations, payments } = entry.changes;
    const changed = [
      ...registrations.map(({ id }) => groups.leadOf(id) ?? id),
      ...payments.map((one) => one.registrationId),
    ];
    for (const lead of new Set(changed)) checkGroup(lead, entry.step);
  }
  return violations;

  /** What is visible after a commit: nothing of them, or all of them with one outcome. */
  function checkGroup(lead: string, step: number): void {
    const companions = groups.of(lead);
    if (companions.length === 0) return;
    const row = ledger.registrations.get(lead);
    // The companions of a runner whom only a sweep knows are unknown.
    const isKnown = row !== undefined && row.person !== null;
    for (const id of companions) {
      const other = ledger.registrations.get(id);
      const [outcome, expected] = [other?.outcome, isKnown ? row.outcome : undefined];
      insist(outcome === expected, 'S16', step, `${id} is ${outcome}, who came with ${lead}, who is ${expected}`);
      if (other) insist(other.paidAs === lead, 'S16', step, `${id} is paid as ${other.paidAs}, and not by ${lead}`);
      insist(!ledger.payments.has(id), 'S16', step, `${id} pays for themselves, who came with ${lead}`);
      // What a move costs or brings back is theirs alone.
      insist(
        other?.share === row?.share || !other || hasMoved(id) || hasMoved(lead),
        'S16',
        step,
        `${id} pays ${other?.share}, and ${lead} ${row?.share}`,
      );
    }
    const { share } = row ?? {};
    const payment = ledger.payments.get(lead);
    const total = payment ? takenOf(payment) : 0;
    // What a sweep knows of a payment may be another quote of another page, until the processor says what it held.
    const isAmountKnown = row?.via !== 'sweep' || payment?.state === 'voided';
    if (share != null && isAmountKnown && !hasMoved(lead))
      insist(share === Math.floor(total / (1 + companions.length)), 'S16', step, `${lead} pays ${share} of ${total}`);
  }

  function hasMoved(id: string): boolean {
    return ledger.moves.some(({ registrationId }) => registrationId === id);
  }

  function checkBlocks({ blocks, waiting }: Changes, by: string, step: number): void {
    for (const { id, numbers } of by.startsWith(`${commitCut} for `) ? blocks : [])
      insist(by.endsWith(` for ${numbers.length}`), 'S16', step, `block ${id} has ${numbers.length} spots: ${by}`);
    for (const { person, state, size, block } of waiting) {
      const numbers = block === null ? [] : (ledger.blocks.get(block)?.numbers ?? []);
      const isAll = state !== 'offered' || numbers.length === size;
      insist(isAll, 'S16', step, `${person} waits for ${size}, and was offered ${numbers.length}`);
    }
  }
};
