import type { RegistrationRow } from '../../model/ledger/tables';
import type { Changes, Entry, RaceFacts } from '../history';
import { commitCut } from '../stores/ledger-store';
import { eventOf } from '../world/moves';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

/** What must hold after every commit: no registration too many, no person twice, no decision changed. */
export const checkLedger = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const ledger = new LedgerSoFar(race);
  for (const entry of history) {
    if (entry.kind !== 'committed') continue;
    const { changes, step, by, at } = entry;
    const isWaitedFor = ledger.isWaitedFor(ledger.sellable);
    for (const row of changes.registrations) {
      const before = ledger.registrations.get(row.id);
      insist(
        !before || before.outcome === row.outcome,
        'S3',
        step,
        `${row.id} was ${before?.outcome} and is ${row.outcome}`,
      );
      const isMoved = changes.moves.some(({ registrationId, to }) => registrationId === row.id && to === row.number);
      insist(
        !before?.number || before.number === row.number || isMoved,
        'S3',
        step,
        `${row.id} had number ${before?.number} and has ${row.number}`,
      );
    }
    const known = new Set(ledger.blocks.keys());
    ledger.apply(changes);
    checkSeats(ledger, changes, step);
    checkBlocks(changes, known, by, step, at, isWaitedFor, ledger.sale !== 'on');
  }
  return violations;

  function checkSeats(sofar: LedgerSoFar, { registrations, spots }: Changes, step: number): void {
    if (registrations.length === 0 && spots.length === 0) return;
    const { live } = sofar;
    const here = live.filter(({ spot }) => spot !== null && eventOf(spot) === 'first').length;
    insist(here <= sofar.mostSpots, 'S1', step, `${here} are registered for ${sofar.mostSpots} spots`);
    for (const [what, invariant, key] of [
      ['on spot', 'S1', ({ spot }: RegistrationRow) => spot],
      ['is the person', 'S2', ({ person }: RegistrationRow) => person],
    ] as const) {
      const first = new Map<string | number | null, string>();
      for (const row of live) {
        const other = first.get(key(row));
        insist(other === undefined, invariant, step, `${row.id} ${what} ${key(row)}, and so is ${other}`);
        first.set(key(row), row.id);
      }
    }
    for (const { id, spot, block, paidAs } of live) {
      const kept = spot === null ? undefined : sofar.blockOf(spot);
      insist(kept === block, 'S1', step, `${id} is on spot ${spot} in block ${block}, which is in ${kept}`);
      // For whom a move was offered, check-moves.ts compares.
      const owner = block === null || sofar.isOfMove(block) ? undefined : sofar.blocks.get(block)?.owner;
      // A runner from the waiting list brings others, and they may pass their spots on.
      const payer = sofar.registrations.get(paidAs ?? id)?.person;
      insist(!owner || owner === payer, 'S11', step, `${id} took spot ${spot}, which was offered to somebody else`);
    }
  }

  function checkBlocks(
    { blocks }: Changes,
    known: ReadonlySet<string>,
    by: string,
    step: number,
    at: number,
    isWaitedFor: boolean,
    isPaused: boolean,
  ): void {
    for (const { id, owner, isClosed, dealUntil } of blocks) {
      if (isClosed || known.has(id) || ledger.isOfMove(id)) continue;
      insist(at >= race.opensAt && at < race.closesAt, 'S11', step, `block ${id} was cut while the door was shut`);
      insist(!isPaused, 'S18', step, `block ${id} was cut or offered while the sale was not on`);
      insist(dealUntil <= race.closesAt, 'S11', step, `block ${id} is dealt from after the race closes`);
      if (owner !== null || !by.startsWith(commitCut)) continue;
      insist(!isWaitedFor, 'S11', step, `block ${id} was cut while somebody waits for at most its size`);
    }
  }
};
