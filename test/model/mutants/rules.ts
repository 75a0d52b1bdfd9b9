import { asDesigned, type Rules } from '../ledger/rules-under-test';
import { fewer, list, type Mutant, opening, part, payments } from './mutants';

const rules = asDesigned;

/** One of the project's rules, replaced by one with a mistake. */
const overlooking = (guard: string, rule: Partial<Rules>, world: Mutant['world'], violates: string): Mutant => ({
  guard,
  rules: { ...asDesigned, ...rule },
  world,
  violates,
});

export const mutantsOfRules: readonly Mutant[] = [
  overlooking(
    'a hold is for a number and its block',
    { isStillHeld: (spot, block, claim) => rules.isStillHeld({ ...spot, block: claim.block }, block, claim) },
    opening,
    'S1: a registration’s spot is there, and in its block',
  ),
  overlooking(
    'an offer is its owner’s',
    { isStillHeld: (spot, block, claim) => rules.isStillHeld(spot, { ...block, owner: null }, claim) },
    { ...list, hasThieves: true },
    'S11: an offer is only its owner’s',
  ),
  overlooking(
    'reclaim leaves a registered spot alone',
    { comesBack: (spot, closed) => rules.comesBack(spot, closed, false) },
    opening,
    'S1: a registration’s spot is there, and in its block',
  ),
  overlooking(
    'reclaim leaves alone what moved on',
    { comesBack: (_spot, _closed, isRegistered) => !isRegistered },
    { ...opening, cancellations: 1 },
    'a spot promised in an open block is not taken away',
  ),
  overlooking(
    'only what is in no block is sellable',
    { isSellable: () => true },
    opening,
    'a spot promised in an open block is not taken away',
  ),
  overlooking(
    'an id that was decided is answered as before',
    { verdictOn: (facts) => rules.verdictOn({ ...facts, before: undefined }) },
    opening,
    'S3: one row for each id',
  ),
  overlooking(
    'nobody is in an event twice',
    { verdictOn: (facts) => rules.verdictOn({ ...facts, isSamePersonIn: false }) },
    { ...opening, spots: 2, people: ['a', 'a'] },
    'S2: one live registration for each person',
  ),
  overlooking(
    'nobody is refused while something is held',
    { verdictOn: (facts) => rules.verdictOn({ ...facts, isAnyHeld: false }) },
    opening,
    'no false sold-out: nobody is refused while a held spot may come back',
  ),
  overlooking(
    'nobody is refused while something is sellable',
    { verdictOn: (facts) => rules.verdictOn({ ...facts, isAnySellable: false }) },
    opening,
    'no false sold-out: nobody is refused while a spot is sellable',
  ),
  overlooking(
    'nobody is put off while others wait',
    { verdictOn: (facts) => rules.verdictOn({ ...facts, isWaitedFor: false }) },
    { ...opening, spots: 2, people: ['a'], joins: ['c', 'd'] },
    'L1: nobody is put off for what goes to others',
  ),
  overlooking(
    'nothing is cut while somebody waits',
    { nextBlockFor: (facts, ...asked) => rules.nextBlockFor({ ...facts, smallestWaiting: undefined }, ...asked) },
    { ...list, areRowsSkipped: true, cuts: 2 },
    'S11: nothing is cut for the public while somebody waits',
  ),
  overlooking(
    'a cut compares the current block',
    { nextBlockFor: (facts, ...asked) => rules.nextBlockFor({ ...facts, current: undefined }, ...asked) },
    { ...opening, spots: 2 },
    'L5: a process that leaves an old block gets the one that others cut since',
  ),
  overlooking(
    'an expired block is dealt from no longer',
    {
      nextBlockFor: ({ current, ...facts }, ...asked) =>
        rules.nextBlockFor({ ...facts, current: current && { ...current, isExpired: false } }, ...asked),
    },
    opening,
    'L2: nobody is sent to a block that is dealt no longer',
  ),
  overlooking(
    'nothing is cut before the opening',
    { nextBlockFor: (facts, ...asked) => rules.nextBlockFor({ ...facts, phase: 'open' }, ...asked) },
    opening,
    'S11: no block for anybody before the opening or after the closing',
  ),
  overlooking(
    'the last spots are cut, too',
    { blockSize: (sellable) => (sellable < 8 ? 0 : rules.blockSize(sellable)) },
    opening,
    'no false sold-out: there is nothing left, and nothing comes back',
  ),
  overlooking(
    'capacity is not lowered below those who are in',
    { mayLowerTo: () => true },
    fewer,
    'S1: capacity is not lowered below those who are in',
  ),
  overlooking(
    'a lowered capacity deletes what is sellable',
    { surplus: () => 0 },
    fewer,
    'S1: nothing is sellable beyond the capacity',
  ),
  overlooking(
    'who was authorised comes first',
    { inOrder: (waiters) => [...waiters].sort((a, b) => a.position - b.position) },
    { ...list, cancellations: 1 },
    'S11: nobody on the list is passed by',
  ),
  overlooking(
    'the list is first come, first served',
    { inOrder: (waiters) => [...waiters].reverse() },
    { ...list, people: ['a'], joins: ['b', 'c'] },
    'S11: nobody on the list is passed by',
  ),
  overlooking(
    'who is in cannot join the list',
    { joining: (facts, rank) => rules.joining({ ...facts, isRegistered: false }, rank) },
    { ...list, joins: ['a'] },
    'S11: who is in waits for nothing',
  ),
  overlooking(
    'only what was paid is given back',
    { mayChange: (facts, reason, by) => rules.mayChange({ ...facts, payment: 'captured' }, reason, by) },
    { ...payments, people: ['a'], cancellations: 1 },
    'S4: money that is authorised is never to be given back by a refund',
  ),
  overlooking(
    'news that comes again is old',
    { stateAfter: (_payment, settlement) => settlement.state },
    { ...payments, people: ['a'], cancellations: 1 },
    'S4: what is settled stays settled',
  ),
  overlooking(
    'what was taken is compared with what was to be taken',
    { stateAfter: (payment, settlement) => rules.stateAfter({ ...payment, captureAmount: null }, settlement) },
    part,
    'S4: what the processor did is what the database decided',
  ),
  overlooking(
    'who owes nothing more has not failed to pay when their card is let go',
    {
      stateAfter: (payment, settlement) =>
        rules.stateAfter(settlement.state === 'voided' ? { ...payment, captureAmount: null } : payment, settlement),
    },
    part,
    'S4: never both captured and let go',
  ),
  overlooking(
    'a card that was let go is a payment that failed',
    {
      stateAfter: (payment, settlement) =>
        settlement.state === 'failed' ? 'unchanged' : rules.stateAfter(payment, settlement),
    },
    { ...payments, people: ['a'] },
    'S6: what became of a card is known',
  ),
];
