import type { Configuration } from './configuration';
import { explore } from './explore';
import { list, opening, payments } from './mutants';

/**
 * Every state that a small event can get into, whatever the cache, the queues, the processor and the clocks do, and
 * whenever somebody crashes. `states` is how many there are at least: a model that lost its moves finds nothing.
 */
const worlds: readonly (readonly [what: string, states: number, world: Configuration])[] = [
  [
    'three runners for two spots, cut one by one',
    18_000,
    { spots: 2, blockSize: 1, people: ['a', 'b', 'c'], cuts: 3, money: 'at-once', hasSweeps: true },
  ],
  [
    'somebody comes twice, and four submissions meet two spots',
    30_000,
    { spots: 2, blockSize: 2, people: ['a', 'b', 'a', 'c'], cuts: 2, money: 'at-once' },
  ],
  [
    'each is dealt two spots under one id',
    170_000,
    { spots: 2, blockSize: 2, people: ['a', 'b', 'c'], cuts: 2, money: 'at-once', isDealtTwice: true },
  ],
  [
    'a waiting list, while others skip rows and runners leave it',
    20_000,
    {
      spots: 2,
      blockSize: 1,
      people: ['a', 'b'],
      cuts: 2,
      money: 'at-once',
      joins: ['b', 'c'],
      areRowsSkipped: true,
    },
  ],
  [
    'offers, forgers who bring them, second tries, sweeps, and some who leave',
    3_600,
    { ...list, hasThieves: true, hasSweeps: true, tries: 2, canLeave: true },
  ],
  [
    'fewer spots, then more, while somebody cancels',
    13_000,
    { ...opening, spots: 2, blockSize: 2, capacities: [1, 3], cancellations: 1 },
  ],
  [
    'more spots, then fewer, and a list that waits for them',
    200_000,
    { ...opening, capacities: [2, 1], cancellations: 1, joins: ['c'] },
  ],
  [
    'money taken, let go and given back, cards that fail, spots passed on',
    109_000,
    { ...payments, cancellations: 2, transfers: 2, hasSweeps: true },
  ],
  [
    'money and a list: who fails to pay makes room for who waits',
    52_000,
    { ...payments, cuts: 1, joins: ['c'], hasSweeps: true },
  ],
];

/** Milliseconds: the largest takes twenty seconds of a slow core, and others may need it, too. */
const patience = 300_000;

test.each(worlds)(
  '%s: nothing is given twice, nothing is lost (%i states and more)',
  (what, least, world) => {
    const { violation, states, steps, ends, depth } = explore(world);
    process.stdout.write(`model: ${what}: ${states} states, ${steps} steps, ${ends} ends, ${depth} deep\n`);
    expect(violation).toBeUndefined();
    expect(states).toBeGreaterThan(least);
    expect(ends).toBeGreaterThan(0);
  },
  patience,
);
