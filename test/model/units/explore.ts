import { type Explored, exploreAll } from '../small-worlds';
import { unitMoves } from './moves';
import { type UnitRules, unitsAsDesigned } from './rules';
import { emptyUnitWorld, lineOn, type UnitConfiguration, type UnitWorld } from './world';

export const exploreUnits = (of: UnitConfiguration, rules: UnitRules = unitsAsDesigned, limit?: number): Explored =>
  exploreAll({
    start: emptyUnitWorld(of),
    steps: (world) => unitMoves(world, of, rules),
    ...{ findUnsafe, findLost, limit },
  });

/** What the keys of the tables refuse. */
const findUnsafe = ({ units, lines }: UnitWorld): string | undefined => {
  const given = lines.filter(({ state }) => state === 'given');
  if (new Set(given.map(({ pool, unit }) => `${pool}${unit}`)).size < given.length) return 'a unit is given twice';
  const isHeld = given.every(({ pool, unit, block }) =>
    units.some((one) => one.pool === pool && one.number === unit && one.block === block),
  );
  return isHeld ? undefined : 'a line holds a unit that is in another block';
};

/** After every block has ended, each unit is given or can be sold. */
const findLost = (world: UnitWorld): string | undefined =>
  world.units.some((unit) => unit.block !== null && !lineOn(world, unit)) ? 'a unit is lost' : undefined;
