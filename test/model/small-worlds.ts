export interface Explored {
  readonly states: number;
  /** States after which nothing new can happen. */
  readonly ends: number;
  readonly isComplete: boolean;
  readonly violation: { readonly of: string; readonly trace: readonly string[] } | undefined;
}

export interface Step<World> {
  readonly what: string;
  readonly to: World;
  /** What must not happen, and did. */
  readonly objection?: string | undefined;
}

interface Explorable<World> {
  readonly start: World;
  readonly steps: (world: World) => Iterable<Step<World>>;
  /** What is wrong with a state. */
  readonly findUnsafe: (world: World) => string | undefined;
  /** What is wrong with a state after which nothing can happen. */
  readonly findLost: (world: World) => string | undefined;
  readonly limit?: number | undefined;
}

interface Reached<World> {
  readonly world: World;
  readonly what: string;
  readonly from: Reached<World> | undefined;
}

/** Visits every reachable state, nearest first, so that the first violation has the shortest history. */
export const exploreAll = <World>({
  start,
  steps,
  findUnsafe,
  findLost,
  limit = 1_000_000,
}: Explorable<World>): Explored => {
  const seen = new Set([JSON.stringify(start)]);
  let frontier: Reached<World>[] = [{ world: start, what: '', from: undefined }];
  let ends = 0;
  while (frontier.length > 0 && seen.size < limit) {
    const next: Reached<World>[] = [];
    for (const reached of frontier) {
      const own = JSON.stringify(reached.world);
      let isEnd = true;
      for (const { what, to, objection } of steps(reached.world)) {
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

const wayTo = <World>({ what, from }: Reached<World>): readonly string[] => (from ? [...wayTo(from), what] : []);
