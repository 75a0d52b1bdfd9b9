import { asDesigned, type Step } from '../ledger/rules-under-test';
import { asked, cancelled, fewer, list, type Mutant, opening, part, paused, payments } from './mutants';

/** A transaction that leaves out one of its steps. */
const without = (step: Step, world: Mutant['world'], violates: string): Mutant => ({
  guard: step,
  rules: { ...asDesigned, without: step },
  world,
  violates,
});

export const mutantsOfSteps: readonly Mutant[] = [
  without('a refusal is written', { ...payments, cuts: 1, cancellations: 1 }, 'S4: nobody runs without paying'),
  without(
    'a sweep writes a row before it voids',
    { ...payments, people: ['a'], cuts: 1, hasSweeps: true },
    'S4: nobody runs without paying',
  ),
  without('a sweep ends what a bank asks about', asked, 'P3: no bank waits for ever'),
  without('only what the bank still asks about goes on', asked, 'P1: a payment is authorised once'),
  without('who answers the bank too late does not go on', asked, 'P2: money is held only while the spot is'),
  without('a late runner’s spot gets a block', opening, 'S1: a registration’s spot is there, and in its block'),
  without('who got in is off the list', { ...list, joins: ['b'] }, 'S11: who is in waits for nothing'),
  without('who was refused goes on the list', opening, 'S11: who had the money and got no spot is on the list'),
  without(
    'only a confirmed place is offered anything',
    { ...list, areConfirmedLater: true },
    'S11: only a confirmed place is offered anything',
  ),
  without(
    'a swept runner is known once they come',
    { ...opening, hasSweeps: true },
    'S11: a runner whose sweep came first is on the list',
  ),
  without('a cancelled row stays', { ...opening, cancellations: 1 }, 'S3: an outcome is written once'),
  without('a cancelled spot is sellable', { ...opening, cancellations: 1 }, 'L5: no spot is lost'),
  without(
    'a cancelled row lets go of its spot',
    { ...opening, cancellations: 1 },
    'S1: who gave their spot back has none',
  ),
  without('the spot of a failed payment comes back', { ...payments, people: ['a'] }, 'S4: nobody runs without paying'),
  without('a closed block is marked', opening, 'a spot promised in an open block is not taken away'),
  without('an offer ends with its block', list, 'S11: an offer is open, and its owner’s'),
  without(
    'the minute job offers',
    { ...list, people: [], areRowsSkipped: true },
    'L5: nobody waits for a spot that nobody has',
  ),
  without('nothing is cut while the sale is paused', paused, 'S18: nobody is sent to a block while the sale is paused'),
  without(
    'nothing is offered while the sale is paused',
    paused,
    'S18: nothing is cut or offered while the sale is paused',
  ),
  without('a cancelled race takes back what is held', cancelled, 'S18: nobody gets into a race that is cancelled'),
  without('reclaim trims', fewer, 'S1: nothing is sellable beyond the capacity'),
  without('cancelling trims', { ...fewer, cancellations: 1 }, 'S1: nothing is sellable beyond the capacity'),
  without('an order that is given again takes no more', part, 'P4: as much is taken as was decided'),
  without('a refund is of what was taken', part, 'S4: money that is captured is never to be given back by a refund'),
  without('new spots have new numbers', { ...fewer, capacities: [1, 2] }, 'no number is used twice'),
  without('a transfer keeps to one live row', { ...opening, transfers: 1 }, 'S1: nobody shares a spot'),
];
