import { unitMoves } from './moves';
import { type UnitRules, unitsAsDesigned } from './rules';
import { emptyUnitWorld, lineOn, type UnitConfiguration, type UnitWorld } from './world';

export interface UnitsExplored {
  readonly states: number;
  /** States after which nothing new can happen. */
  readonly ends: number;
  readonly isComplete: boolean;
  readonly violation: { readonly of: string; readonly trace: readonly string[] } | undefined;
}

interface Reached {
  readonly world: UnitWorld;
  readonly what: string;
  readonly from: Reached | undefined;
}

/** Visits every reachable state, nearest first, so that the first violation has the shortest history. */
export const exploreUnits = (
  of: UnitConfiguration,
  rules: UnitRules = unitsAsDesigned,
  limit = 1_000_000,
): UnitsExplored => {
  const start = emptyUnitWorld(of);
  const seen = new Set([JSON.stringify(start)]);
  let frontier: Reached[] = [{ world: start, what: '', from: undefined }];
  let ends = 0;
  while (frontier.length > 0 && seen.size < limit) {
    const next: Reached[] = [];
    for (const reached of frontier) {
      const own = JSON.stringify(reached.world);
      let isEnd = true;
      for (const { what, to, objection } of unitMoves(reached.world, of, rules)) {
        const step = { world: to, what, from: reached };
        const wrong = objection ?? findUnsafe(to);
        if (wrong) return { states: seen.size, ends, isComplete: false, violation: { of: wrong, trace: wayTo(step) } };
        const key = JSON.stringify(to);
        if (key !== own) isEnd = false;
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(step);
      }
      if (!isEnd) continue;
      ends++;
      const lost = findLost(reached.world);
      if (lost) return { states: seen.size, ends, isComplete: false, violation: { of: lost, trace: wayTo(reached) } };
    }
    frontier = next;
  }
  return { states: seen.size, ends, isComplete: frontier.length === 0, violation: undefined };
};

const wayTo = ({ what, from }: Reached): readonly string[] => (from ? [...wayTo(from), what] : []);

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
