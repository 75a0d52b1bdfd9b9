import type { GroupFacts } from '../../../lambdas/registration/record/verdict';
import { findBlock, findRegistration, isAnybodyWaiting, isPersonIn, registeredOn } from './queries';
import type { Rules } from './rules-under-test';
import { membersOf, type Submitted, type Tables } from './tables';

export interface Judged {
  readonly facts: GroupFacts;
  /** Their own spots that still belong to them. */
  readonly seats: readonly number[];
  /** Other sellable spots, as many as are missing. */
  readonly others: readonly number[];
}

/** What is known of a group at the moment it is decided. */
export const judge = (tables: Tables, submitted: Submitted, rules: Rules): Judged => {
  const members = membersOf(submitted);
  const [, ...companions] = members;
  const isSeat = (number: number) => {
    const spot = tables.spots.find((row) => row.number === number);
    const block = findBlock(tables, submitted.block);
    const claim = { spot: number, block: submitted.block, person: submitted.person };
    return spot && block && !registeredOn(tables, number) && rules.isStillHeld(spot, block, claim);
  };
  const seats = members.flatMap(({ spot }) => (isSeat(spot) ? [spot] : []));
  const missing = members.length - seats.length;
  const sellable = tables.spots.filter(rules.isSellable).map(({ number }) => number);
  const others = sellable.slice(0, missing);
  const publicly = new Set(
    tables.blocks.flatMap(({ id, owner, isClosed }) => (owner === null && !isClosed ? [id] : [])),
  );
  const held = tables.spots.filter(
    ({ number, block }) =>
      block !== null && publicly.has(block) && !seats.includes(number) && !registeredOn(tables, number),
  );
  return {
    seats,
    others,
    facts: {
      before: findRegistration(tables, submitted.id)?.outcome,
      isAnyIn:
        members.some(({ person }) => isPersonIn(tables, person)) ||
        companions.some(({ id }) => findRegistration(tables, id)) ||
        new Set(members.map(({ person }) => person)).size < members.length,
      size: members.length,
      held: seats.length,
      sellable: others.length,
      mayCome: others.length + Math.min(held.length, missing),
      isWaitedFor: isAnybodyWaiting(tables),
    },
  };
};
