import { type UnitRules, type UnitStep, unitsAsDesigned } from './rules';
import type { UnitConfiguration } from './world';

const three: UnitConfiguration = { stock: { a: 2 }, runners: { x: 1, y: 1, z: 1 }, blockSize: 2, cuts: 2 };
const two: UnitConfiguration = { stock: { a: 2 }, runners: { x: 1, y: 1 }, blockSize: 1, cuts: 3 };
const one: UnitConfiguration = { ...two, stock: { a: 1 }, drops: 1 };

/** `states` is a lower bound: a model that lost its moves would find nothing. */
interface Explorable {
  readonly what: string;
  readonly states: number;
  readonly world: UnitConfiguration;
}

export const unitWorlds: readonly Explorable[] = [
  {
    what: 'a cache that lies to two, and one who cancels',
    states: 3_000,
    world: { ...two, cuts: 2, doesCacheLie: true, cancellations: 1 },
  },
  { what: 'two of whom one changes their mind, and may pay an older quote', states: 10_000, world: one },
  {
    what: 'one who wants two and one who wants one',
    states: 12_000,
    world: { ...two, runners: { x: 2, y: 1 }, blockSize: 2 },
  },
  {
    what: 'an exchange beside a cancellation',
    states: 12_000,
    world: { ...two, stock: { a: 1, b: 1 }, exchanges: 2, cancellations: 1 },
  },
];

/** They take a minute: for `npm run model`. */
export const bigUnitWorlds: readonly Explorable[] = [
  { what: 'three want two units', states: 90_000, world: three },
  {
    what: 'a cache that lies to two from three blocks, and one who cancels',
    states: 120_000,
    world: { ...two, doesCacheLie: true, cancellations: 1 },
  },
  { what: 'two who change their minds twice', states: 160_000, world: { ...one, drops: 2 } },
];

interface UnitMutant {
  readonly guard: string;
  readonly rules: UnitRules;
  readonly world: UnitConfiguration;
  readonly violates: string;
}

const without = (step: UnitStep): UnitRules => ({ ...unitsAsDesigned, without: step });

export const unitMutants: readonly UnitMutant[] = [
  {
    guard: 'a claim is of a unit in one block',
    rules: { ...unitsAsDesigned, isStillClaimed: ({ block }) => block !== null },
    world: one,
    violates: 'somebody goes without what is promised to them',
  },
  {
    guard: 'a direct claim is its owner’s',
    rules: { ...unitsAsDesigned, isStillClaimed: (unit, _, claim) => unit.block === claim.block },
    world: { ...two, doesCacheLie: true },
    violates: 'somebody goes without what is promised to them',
  },
  {
    guard: 'the late take only what is sellable',
    rules: { ...unitsAsDesigned, mayBeLate: () => true },
    world: one,
    violates: 'somebody goes without what is promised to them',
  },
  {
    guard: 'the writer looks for another unit',
    rules: without('the writer looks for another unit'),
    world: { ...two, doesCacheLie: true },
    violates: 'somebody goes without while a unit is sellable',
  },
  {
    guard: 'a cancelled line lets go of its unit',
    rules: without('a cancelled line lets go of its unit'),
    world: { ...two, cancellations: 1 },
    violates: 'a unit is lost',
  },
  {
    guard: 'an exchanged unit is sellable',
    rules: without('an exchanged unit is sellable'),
    world: { ...two, stock: { a: 1, b: 1 }, exchanges: 1 },
    violates: 'a unit is lost',
  },
  {
    guard: 'a direct claim is for all of it',
    rules: without('a direct claim is for all of it'),
    world: { ...two, runners: { x: 2, y: 1 } },
    violates: 'a direct claim is for all that is wanted, or for nothing',
  },
  {
    guard: 'nothing that is given comes back with its block',
    rules: { ...unitsAsDesigned, comesBack: (unit, closed) => unit.block === closed },
    world: two,
    violates: 'a line holds a unit that is in another block',
  },
];
