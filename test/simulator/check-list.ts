import type { Changes, Entry, RaceFacts } from './history';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

/** Who gets nothing: refused only when nothing could come to him, then on the list, and there served in his turn. */
export const checkList = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const ledger = new LedgerSoFar(race.capacity);
  for (const entry of history) {
    if (entry.kind !== 'committed') continue;
    const { changes, step, at } = entry;
    checkTurns(changes, step);
    const isWaitedFor = isAnybodyLeftOnTheList(changes);
    const swept = changes.registrations.filter(
      ({ id, person, via }) => via === 'sweep' && person !== null && ledger.registrations.get(id)?.person === null,
    );
    ledger.apply(changes);
    const refused = changes.registrations.filter(({ outcome, via }) => outcome === 'refused' && via === 'none');
    for (const { id } of refused) {
      insist(!ledger.isAnySellable, 'L5', step, `${id} was refused while a spot was sellable`);
      insist(
        isWaitedFor || !ledger.isAnyHeldByThePublic,
        'L5',
        step,
        `${id} was refused while a spot might come back to him`,
      );
    }
    // Nobody need wait for what is on sale.
    const isNeeded = at < race.closesAt && (isWaitedFor || !ledger.isAnySellable);
    for (const { id, person } of isNeeded ? [...refused, ...swept] : [])
      insist(
        person !== null && isFirst(person),
        'S11',
        step,
        `${id} had the money, got no spot, and is not on the list`,
      );
  }
  return violations;

  /** Against the list as it was before. */
  function checkTurns({ waiting }: Changes, step: number): void {
    const served = new Set(waiting.map(({ person }) => person));
    const left = [...ledger.waiting.values()].filter(({ state, person }) => state === 'waiting' && !served.has(person));
    for (const { person, state, rank, position } of waiting) {
      const before = left.find((other) => other.rank < rank || (other.rank === rank && other.position < position));
      insist(state !== 'offered' || !before, 'S11', step, `${person} was offered a spot before ${before?.person}`);
    }
  }

  /** Of those who waited before, not counting who got in meanwhile. */
  function isAnybodyLeftOnTheList({ waiting }: Changes): boolean {
    const gone = new Set(waiting.filter(({ state }) => state !== 'waiting').map(({ person }) => person));
    return [...ledger.waiting.values()].some(({ state, person }) => state === 'waiting' && !gone.has(person));
  }

  /** Before all who only asked; unless he has a spot by another registration, or somebody's offer just now. */
  function isFirst(person: string): boolean {
    const place = ledger.waiting.get(person);
    const isIn = ledger.live.some((row) => row.person === person);
    return isIn || place?.state === 'offered' || (place?.state === 'waiting' && place.rank === 0);
  }
};
