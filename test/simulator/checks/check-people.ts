import type { Entry, RaceFacts } from '../history';
import { oldData } from '../world/memcached-node';
import { CompanionsSoFar } from './companions-so-far';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

/** What people were told is what the rows say, strangers are told nothing, and in the end nothing is left undone. */
export const checkPeople = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const ledger = new LedgerSoFar(race);
  // A poisoned submission may end among the dead letters, and so may the sweep in the same batch.
  const poisoned = new Set<string>();
  const groups = new CompanionsSoFar();
  for (const entry of history) {
    if (entry.kind === 'committed') ledger.apply(entry.changes);
    groups.note(entry);
    if (entry.kind === 'fault' && entry.fault === 'poison') poisoned.add(entry.about);
  }

  const isHonest = !history.some(
    ({ kind, ...entry }) => kind === 'note' && 'about' in entry && entry.about === oldData,
  );
  const dealt = new Map<string, string>();
  for (const entry of history) {
    const { step } = entry;
    if (entry.kind === 'hold' && entry.block !== undefined) {
      for (const spot of entry.spots ?? []) {
        const number = `spot ${spot} of block ${entry.block}`;
        const other = dealt.get(number) ?? entry.registrationId;
        // A cache that forgets must never deal twice. One with old data may, and the writer handles it.
        insist(!isHonest || other === entry.registrationId, 'S9', step, `${number} was dealt to ${other} before`);
        dealt.set(number, entry.registrationId);
      }
    }
    if (entry.kind === 'hold' && entry.answer === 'granted')
      insist(entry.at >= race.opensAt, 'S11', step, `${entry.registrationId} got a spot before the opening`);
    if (entry.kind === 'submitted') {
      const { registrationId, answer, trick } = entry;
      // The members of a poisoned submission are unknown; the sweep has released the money.
      const all = [registrationId, ...(poisoned.has(registrationId) ? [] : groups.of(registrationId))];
      if (trick)
        insist(
          ['hold-invalid', 'error', 'gone'].includes(answer),
          'S10',
          step,
          `${trick}: ${answer} for ${registrationId}`,
        );
      else if (answer === 'accepted')
        insist(
          all.every((id) => ledger.registrations.has(id)),
          'L1',
          step,
          `${registrationId} was accepted and never decided`,
        );
    }
    if (entry.kind === 'shown') {
      const { registrationId, answer, outcome, number, payment, isStranger } = entry;
      const row = ledger.registrations.get(registrationId);
      if (isStranger)
        // For an id without a row, a hold can only show "processing".
        insist(
          ['not-yours', 'error', 'processing'].includes(answer),
          'S12',
          step,
          `a stranger was shown ${registrationId}`,
        );
      if (outcome)
        insist(row?.outcome === outcome, 'S9', step, `${registrationId} was shown ${outcome}, and is ${row?.outcome}`);
      if (number !== undefined)
        insist(
          row?.number === number ||
            ledger.moves.some((move) => move.registrationId === registrationId && move.from === number),
          'S9',
          step,
          `${registrationId} was shown number ${number}, and has ${row?.number}`,
        );
      const { state } = (row && ledger.paymentOf(row)) ?? {};
      // Another member's refund is not theirs; and a runner who sees a refund has given their spot back.
      if (payment === 'refunded')
        insist(row?.isLive === false, 'S9', step, `${registrationId} was shown refunded, and is in`);
      if (payment === 'captured')
        insist(
          state === payment || state === 'refunded',
          'S9',
          step,
          `${registrationId} was shown captured, and is ${state}`,
        );
    }
    if (entry.kind === 'changed') {
      const { registrationId, answer, number, isStranger } = entry;
      if (isStranger)
        insist(['not-yours', 'error', 'gone'].includes(answer), 'S12', step, `a stranger changed ${registrationId}`);
      const row = ledger.registrations.get(registrationId);
      const isLeft = ledger.moves.some((move) => move.registrationId === registrationId && move.from === number);
      if (number !== undefined)
        insist(
          row?.number === number || isLeft,
          'S3',
          step,
          `${registrationId} took over ${number}, and has ${row?.number}`,
        );
    }
    if (entry.kind === 'dead-letter')
      insist(
        [...poisoned].some((id) => entry.body.includes(id)),
        'L3',
        step,
        `a dead letter in ${entry.queue}: ${entry.body.slice(0, 160)}`,
      );
    if (entry.kind === 'end') checkEnd(entry, step);
  }
  insist(history.at(-1)?.kind === 'end', 'L3', history.length - 1, 'it never comes to rest');
  return violations;

  function checkEnd({ waiting, outbox, isOpen }: Extract<Entry, { kind: 'end' }>, step: number): void {
    for (const [queue, length] of Object.entries(waiting))
      insist(length === 0, 'L3', step, `${length} messages wait in ${queue}`);
    insist(outbox === 0, 'L3', step, `${outbox} messages wait in the outbox`);
    const taken = new Set(ledger.live.map(({ spot }) => spot));
    for (const [number, block] of [...ledger.spots, ...ledger.otherSpots]) {
      const row = block === null ? undefined : (ledger.blocks.get(block) ?? ledger.otherBlocks.get(block));
      const isStranded = block !== null && !taken.has(number) && row?.isClosed !== false;
      insist(!isStranded, 'L2', step, `spot ${number} is nobody's, and never comes back from ${block}`);
    }
    // More than the capacity only where the spots were registered when it was lowered.
    const { size } = ledger.spots;
    insist(size >= ledger.capacity, 'L5', step, `there are ${size} spots, and should be ${ledger.capacity}`);
    const sold = [...ledger.spots.keys()].filter((number) => taken.has(number)).length;
    if (isOpen) insist(sold === size, 'L5', step, `${sold} of ${size} spots were sold in the end`);
  }
};
