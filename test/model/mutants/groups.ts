import { asDesigned, type Rules, type Step } from '../ledger/rules-under-test';
import { list, type Mutant, oneGroup, shares } from './mutants';

const rules = asDesigned;

const overlooking = (guard: string, rule: Partial<Rules>, world: Mutant['world'], violates: string): Mutant => ({
  guard,
  rules: { ...asDesigned, ...rule },
  world,
  violates,
});

const without = (step: Step, world: Mutant['world'], violates: string): Mutant =>
  overlooking(step, { without: step }, world, violates);

/** What keeps a group together, removed one by one. */
export const mutantsOfGroups: readonly Mutant[] = [
  without('all of a group are written', oneGroup, 'a hold that is still good is honoured'),
  without(
    'companions are refused with the one who paid',
    { ...oneGroup, people: ['b+c'], hasSweeps: true },
    'S16: who comes together gets in together, or nobody does',
  ),
  without('a block for several is for all of them', oneGroup, 'S16: a block for several has a spot for each of them'),
  without('each gets back their share', shares, 'S4: nobody runs for money given back'),
  without('one refund at a time', shares, 'S4: money that is refunded is never to be given back by a refund'),
  without('what was added to a refund is ordered', shares, 'S6: what was to be given back is'),
  overlooking(
    'nobody of a group is in an event twice',
    { verdictOnGroup: (facts) => rules.verdictOnGroup({ ...facts, isAnyIn: false }) },
    { ...oneGroup, spots: 3, people: ['c', 'b+c'] },
    'S2: one live registration for each person',
  ),
  overlooking(
    'no group is refused while there are spots for all of it',
    { verdictOnGroup: (facts) => rules.verdictOnGroup({ ...facts, sellable: 0, mayCome: 0 }) },
    oneGroup,
    'no false sold-out: nobody is refused while a spot is sellable',
  ),
  overlooking(
    'no group is refused while enough spots are held',
    { verdictOnGroup: (facts) => rules.verdictOnGroup({ ...facts, mayCome: 0 }) },
    oneGroup,
    'no false sold-out: nobody is refused while a held spot may come back',
  ),
  overlooking(
    'a place for several is served with all of them',
    {
      turnsOf: (waiters, numbers) =>
        rules
          .turnsOf(
            waiters.map((waiter) => ({ ...waiter, size: Math.min(waiter.size, Math.max(1, numbers.length)), waiter })),
            numbers,
          )
          .map(({ waiter: { waiter }, numbers: theirs }) => ({ waiter, numbers: theirs })),
    },
    { ...list, spots: 2, people: ['a'], joins: ['c+d'], cancellations: 1 },
    'S16: who waits for several is offered as many',
  ),
  overlooking(
    'spots too few for those who wait are the public’s, and others are theirs',
    { nextBlockFor: (facts, ...asked) => rules.nextBlockFor({ ...facts, smallestWaiting: undefined }, ...asked) },
    { ...list, spots: 2, blockSize: 2, people: ['a'], joins: ['c+d'], cuts: 2, areRowsSkipped: true },
    'S11: nothing is cut for the public while somebody waits',
  ),
];
