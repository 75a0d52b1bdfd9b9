import type { Configuration } from '../configuration';
import type { Rules } from '../ledger/rules-under-test';

/** The ledger with one check removed, a world small enough to show it, and the first violation there. */
export interface Mutant {
  readonly guard: string;
  readonly rules: Rules;
  readonly world: Configuration;
  readonly violates: string;
}

export const opening: Configuration = { spots: 1, blockSize: 1, people: ['a', 'b'], cuts: 2, money: 'at-once' };
export const list: Configuration = { ...opening, cuts: 1, joins: ['c'] };
export const payments: Configuration = { ...opening, money: 'apart', doCapturesFail: true };
/** A director pauses the sale, and lets it go on. */
export const paused: Configuration = { ...list, people: ['a'], sales: ['paused', 'on'] };
/** Their race is cancelled at any moment. */
export const cancelled: Configuration = { ...opening, sales: ['cancelled'], hasSweeps: true };
/** The bank of everybody may ask. */
export const asked: Configuration = { ...payments, people: ['a'], cuts: 1, doBanksAsk: true, hasSweeps: true };
/** A runner who is not given all that was quoted, or nothing of it besides the spot. */
export const part: Configuration = {
  ...payments,
  people: ['a'],
  cuts: 1,
  shorts: [30, 100],
  hasSweeps: true,
  cancellations: 1,
};
/** One runner alone and a group of two. */
export const oneGroup: Configuration = { ...opening, spots: 2, blockSize: 2, people: ['a', 'b+c'] };
/** A group of two whose money goes back step by step. */
export const shares: Configuration = { ...payments, spots: 2, people: ['b+c'], cuts: 1, cancellations: 2 };
export const fewer: Configuration = { ...opening, spots: 2, blockSize: 2, capacities: [1] };
