import type { Configuration } from './configuration';
import { cancelled, list, opening, part, paused, payments } from './mutants/mutants';

/** `states` is a lower bound: a model that lost its moves would find nothing. */
export interface Explorable {
  readonly what: string;
  readonly states: number;
  readonly world: Configuration;
}

const two: Configuration = { spots: 2, blockSize: 2, people: ['a', 'b'], cuts: 2, money: 'at-once' };

const waitingTogether = { spots: 2, blockSize: 2, people: ['a'], joins: ['c+d', 'e'] };

const sharing = { spots: 2, blockSize: 2, people: ['b+c'], cuts: 1 };

/**
 * Small enough to be explored with every change, in ten seconds all together. A rule that is taken away is seen in one of them or
 * in a world of `mutants`.
 */
export const smallWorlds: readonly Explorable[] = [
  {
    what: 'two spots, swept at any moment',
    states: 21_000,
    world: { ...two, hasSweeps: true },
  },
  {
    what: 'three runners for one spot, and sweeps',
    states: 7_000,
    world: { ...opening, people: ['a', 'b', 'c'], cuts: 1, hasSweeps: true },
  },
  {
    what: 'each is dealt two spots under one id',
    states: 23_000,
    world: { ...two, cuts: 3, isDealtTwice: true },
  },
  {
    what: 'a waiting list, while others skip rows',
    states: 23_000,
    world: { ...list, joins: ['b', 'c'], areRowsSkipped: true },
  },
  {
    what: 'a waiting list whose people confirm their places later, or never',
    states: 1_000,
    world: { ...list, people: ['a'], joins: ['b', 'c'], areConfirmedLater: true, areRowsSkipped: true },
  },
  {
    what: 'offers, forgers who bring them, second tries, sweeps, and some who leave',
    states: 24_000,
    world: { ...list, people: ['a'], hasThieves: true, hasSweeps: true, tries: 2, canLeave: true },
  },
  {
    what: 'fewer spots, then more, while somebody cancels',
    states: 13_000,
    world: { ...two, capacities: [1, 3], cancellations: 1 },
  },
  {
    what: 'a race that is cancelled while some pay and some wait',
    states: 500,
    world: { ...cancelled, joins: ['c'], cuts: 1 },
  },
  {
    what: 'a race that is cancelled while money is taken and cards fail',
    states: 200,
    world: { ...payments, people: ['a'], cuts: 1, sales: ['cancelled'], hasSweeps: true },
  },
  {
    what: 'money taken, let go and given back, cards that fail, spots passed on',
    states: 17_000,
    world: { ...payments, cancellations: 1, transfers: 1 },
  },
  {
    what: 'money and a list: who fails to pay makes room for who waits',
    states: 8_000,
    world: { ...payments, people: ['a'], cuts: 1, joins: ['c'], hasSweeps: true },
  },
  {
    what: 'banks that ask two runners for one spot: answered while their block lasts, or swept',
    states: 2_700,
    world: { ...opening, doBanksAsk: true, hasSweeps: true },
  },
  {
    what: 'a bank that asks, money taken and let go, and a spot that is given back',
    states: 500,
    world: { ...payments, people: ['a'], doBanksAsk: true, hasSweeps: true, cancellations: 1 },
  },
  {
    what: 'a part of the money taken, or none of it, and given back beside sweeps',
    states: 300,
    world: part,
  },
  {
    what: 'one alone and two together for three spots, swept at any moment',
    states: 9_000,
    world: { ...two, spots: 3, people: ['a', 'b+c'], hasSweeps: true },
  },
  {
    what: 'two together and one alone: money taken at once, and given back by and by',
    states: 7_000,
    world: { ...payments, spots: 2, blockSize: 2, people: ['b+c', 'a'], cuts: 1, cancellations: 2 },
  },
  {
    what: 'one alone and two together, and the last numbers of a block are given back',
    states: 3_000,
    world: { ...list, spots: 3, blockSize: 3, people: ['b+c', 'a'], joins: ['d'], areLastGivenBack: true },
  },
  {
    what: 'two who wait together, and one alone behind them, while others skip rows',
    states: 8_000,
    world: { ...list, ...waitingTogether, cancellations: 1, areRowsSkipped: true },
  },
];

/** More people, tries or changes of the sale. They take minutes: for `npm run model`. */
export const bigWorlds: readonly Explorable[] = [
  {
    what: 'somebody comes twice, and four submissions meet two spots',
    states: 30_000,
    world: { ...two, people: ['a', 'b', 'a', 'c'] },
  },
  {
    what: 'more spots, then fewer, and a list that waits for them',
    states: 39_000,
    world: { ...list, capacities: [2, 1], cancellations: 1 },
  },
  {
    what: 'a sale that is paused and goes on, while some pay and some wait',
    states: 40_000,
    world: { ...paused, people: ['a', 'b'], cuts: 2, areLastGivenBack: true },
  },
  {
    what: 'a sale that is closed and opened again, swept at any moment, and a group',
    states: 30_000,
    world: { ...two, spots: 3, people: ['a', 'b+c'], sales: ['closed', 'on'], hasSweeps: true },
  },
  {
    what: 'money given back beside sweeps',
    states: 41_000,
    world: { ...payments, cuts: 1, cancellations: 1, hasSweeps: true },
  },
  {
    what: 'banks that ask two runners, money taken and let go, and a spot that is given back',
    states: 50_000,
    world: { ...payments, cuts: 1, doBanksAsk: true, hasSweeps: true, cancellations: 1 },
  },
  {
    what: 'three runners for one spot, cut twice, swept at any moment',
    states: 106_000,
    world: { ...opening, people: ['a', 'b', 'c'], hasSweeps: true },
  },
  {
    what: 'two spots, cut one by one, swept at any moment',
    states: 105_000,
    world: { ...two, blockSize: 1, cuts: 3, hasSweeps: true },
  },
  {
    what: 'each of three is dealt two spots under one id',
    states: 178_000,
    world: { ...two, people: ['a', 'b', 'c'], isDealtTwice: true },
  },
  {
    what: 'two runners, offers, forgers who bring them, sweeps, and some who leave',
    states: 113_000,
    world: { ...list, hasThieves: true, hasSweeps: true, canLeave: true },
  },
  {
    what: 'more spots, then fewer, cut twice, and a list that waits for them',
    states: 524_000,
    world: { ...opening, capacities: [2, 1], cancellations: 1, joins: ['c'] },
  },
  {
    what: 'money taken, let go and given back, cards that fail, spots passed on, and sweeps',
    states: 675_000,
    world: { ...payments, cancellations: 1, transfers: 1, hasSweeps: true },
  },
  {
    what: 'two runners, money and a list',
    states: 86_000,
    world: { ...payments, cuts: 1, joins: ['c'] },
  },
  {
    what: 'two together, then one alone, swept at any moment, while somebody cancels',
    states: 17_000,
    world: { ...two, people: ['b+c', 'a'], hasSweeps: true, cancellations: 1 },
  },
  {
    what: 'two together: money, sweeps, spots passed on, and a list',
    states: 240_000,
    world: { ...payments, ...sharing, hasSweeps: true, cancellations: 2, transfers: 1, joins: ['d'] },
  },
  {
    what: 'two who come and two who wait together, and some alone',
    states: 62_000,
    world: { ...list, ...waitingTogether, people: ['a', 'b+c'] },
  },
];
