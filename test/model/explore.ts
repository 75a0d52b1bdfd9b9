import type { Configuration } from './configuration';
import { findLost } from './invariants/ending';
import { findUnsafe } from './invariants/safety';
import { findUnlawful } from './invariants/steps';
import { keyOf } from './key';
import { asDesigned, type Rules } from './ledger/rules-under-test';
import { move, type What } from './moves/moves';
import { emptyWorld, type World } from './world';

export interface Explored {
  readonly states: number;
  readonly steps: number;
  /** States after which nothing new can happen. */
  readonly ends: number;
  /** Every reachable state was visited. */
  readonly isComplete: boolean;
  /** The length of the longest of the shortest paths. */
  readonly depth: number;
  readonly violation: { readonly of: string; readonly trace: readonly string[] } | undefined;
}

interface Reached {
  readonly world: World;
  readonly key: string;
  readonly index: number;
}

/** Visits every reachable state, nearest first, so that the first violation has the shortest history. */
export const explore = (configuration: Configuration, rules: Rules = asDesigned, limit = 2_000_000): Explored => {
  const start = emptyWorld(configuration.spots);
  const seen = new Set([keyOf(start)]);
  // How each state was reached: from which state, and by which of its moves.
  const parents: number[] = [-1];
  const choices: number[] = [0];
  let frontier: readonly Reached[] = [{ world: start, key: keyOf(start), index: 0 }];
  let [steps, ends, depth] = [0, 0, 0];
  let violation: Explored['violation'];

  const found = (of: string, index: number, last?: What) => {
    violation ??= { of, trace: [...replay(configuration, rules, wayTo(index)), ...(last ? [inWords(last)] : [])] };
  };
  const wayTo = (index: number): readonly number[] => {
    const way: number[] = [];
    for (let at = index; at > 0; at = parents[at] ?? 0) way.push(choices[at] ?? 0);
    return way.reverse();
  };

  while (frontier.length > 0 && !violation && seen.size < limit) {
    const next: Reached[] = [];
    for (const { world, key: own, index } of frontier) {
      let choice = 0;
      let isEnd = true;
      const visit = (to: World, what: What) => {
        const mine = choice++;
        steps++;
        if (to === world) return;
        const unlawful = findUnlawful(world, to);
        if (unlawful) found(unlawful, index, what);
        const key = keyOf(to);
        if (key !== own) isEnd = false;
        if (seen.has(key)) return;
        seen.add(key);
        parents.push(index);
        choices.push(mine);
        const unsafe = findUnsafe(to);
        if (unsafe) found(unsafe, index, what);
        next.push({ world: to, key, index: parents.length - 1 });
      };
      move({ world, configuration, rules, visit, object: (of, what) => of && found(of, index, what) });
      if (isEnd) {
        ends++;
        const lost = findLost(world);
        if (lost) found(lost, index);
      }
      if (violation) break;
    }
    frontier = next;
    if (next.length > 0) depth++;
  }
  return { states: seen.size, steps, ends, isComplete: frontier.length === 0, depth, violation };
};

/** The moves on a path, in words. */
const replay = (configuration: Configuration, rules: Rules, way: readonly number[]): readonly string[] => {
  let world = emptyWorld(configuration.spots);
  return way.map((wanted) => {
    let choice = 0;
    let taken: { readonly to: World; readonly what: What } | undefined;
    const visit = (to: World, what: What) => {
      if (choice++ === wanted) taken = { to, what };
    };
    move({ world, configuration, rules, visit, object: () => undefined });
    if (!taken) throw new Error(`There is no choice ${wanted} at step ${way.indexOf(wanted)}.`);
    world = taken.to;
    return inWords(taken.what);
  });
};

const inWords = (what: What) => what.filter((word) => word !== '').join(' ');
