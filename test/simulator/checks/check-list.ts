import { isCounted } from '../../model/ledger/queries';
import type { WaitingRow } from '../../model/ledger/tables';
import type { Changes, Entry, RaceFacts } from '../history';
import { commitPaidMove } from '../stores/move-store';
import { CompanionsSoFar } from './companions-so-far';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

/**
 * Rules for refused runners: refused only when nothing could come to them, then on the list, and served there in order.
 */
export const checkList = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const ledger = new LedgerSoFar(race);
  const groups = new CompanionsSoFar();
  for (const entry of history) {
    groups.note(entry);
    if (entry.kind !== 'committed') continue;
    const { changes, step, at } = entry;
    checkTurns(changes, step);
    const isWaitedFor = isAnybodyLeftOnTheList(changes);
    const swept = changes.registrations.filter(
      ({ id, person, via }) => via === 'sweep' && person !== null && ledger.registrations.get(id)?.person === null,
    );
    const { sellable } = ledger;
    // A refused runner joins with this commit, so whether anybody is waiting is read before it.
    const isKept = ledger.isWaitedFor(sellable);
    ledger.apply(changes);
    // Companions are counted with the one who paid. Who wanted to take a spot over, or to be moved, wanted no other one.
    const refused = changes.registrations.filter(
      ({ outcome, via, paidAs }) =>
        outcome === 'refused' &&
        via === 'none' &&
        paidAs === null &&
        entry.by !== 'record transfer' &&
        entry.by !== commitPaidMove,
    );
    for (const { id } of refused) {
      const size = groups.sizeOf(id);
      insist(ledger.sellable < size, 'L5', step, `${id} was refused while ${size} spots were sellable`);
      insist(
        isWaitedFor || ledger.sellable + ledger.heldByThePublic < size,
        'L5',
        step,
        `${id} was refused while ${size} spots might come back to them`,
      );
    }
    // Nobody needs to wait for what is on sale.
    const late = swept.filter(({ id }) => isKept || groups.sizeOf(id) > sellable);
    for (const { id, person } of at < race.closesAt && ledger.sale !== 'closed' && ledger.sale !== 'cancelled'
      ? [...refused, ...late]
      : [])
      insist(
        person !== null && isFirst(person),
        'S11',
        step,
        `${id} had the money, got no spot, and is not on the list`,
      );
  }
  return violations;

  /**
   * Compared with the list as it was before: a place that was passed over did not fit into what was left at its turn.
   */
  function checkTurns({ waiting, spots }: Changes, step: number): void {
    const served = new Map(waiting.map((row) => [row.person, row]));
    const offered = waiting.filter(({ state }) => state === 'offered');
    if (offered.length === 0) return;
    for (const { person, isConfirmed } of offered)
      insist(isConfirmed, 'S11', step, `${person} was offered spots at an address that nobody confirmed`);
    const stillSellable = new Map([...ledger.spots, ...spots.map(({ number, block }) => [number, block] as const)]);
    const rest = [...stillSellable.values()].filter((block) => block === null).length;
    for (const other of ledger.waiting.values()) {
      if (!isCounted(other) || served.has(other.person)) continue;
      const after = offered.filter((row) => isBefore(other, row));
      const left = after.reduce((sum, { size }) => sum + size, rest);
      const isPassedBy = after.length > 0 && other.size <= left;
      insist(!isPassedBy, 'S11', step, `${after[0]?.person} was offered spots before ${other.person}`);
    }
  }

  /** Of those who waited before, without those who got in meanwhile. */
  function isAnybodyLeftOnTheList({ waiting }: Changes): boolean {
    const gone = new Set(waiting.filter(({ state }) => state !== 'waiting').map(({ person }) => person));
    return [...ledger.waiting.values()].some((row) => isCounted(row) && !gone.has(row.person));
  }

  /** Before all who only asked to join, unless they have a spot by another registration, or an offer at this moment. */
  function isFirst(person: string): boolean {
    const place = ledger.waiting.get(person);
    const isIn = ledger.live.some((row) => row.person === person);
    return isIn || place?.state === 'offered' || (place?.state === 'waiting' && place.rank === 0);
  }
};

const isBefore = (one: WaitingRow, other: WaitingRow): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.position < other.position);
