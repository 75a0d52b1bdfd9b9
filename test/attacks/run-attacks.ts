import type { Attack } from './attack';
import type { World } from './world/world';

/** `open`: it succeeded, as its mark says; `mended`: it failed, though it is still marked as open. */
export type Verdict = 'held' | 'BROKEN' | 'open' | 'mended';

export interface Tried {
  readonly attack: Attack;
  readonly verdict: Verdict;
  /** What was answered. */
  readonly answer: string;
  readonly faults: readonly string[];
  readonly seconds: number;
}

/** An attack mostly waits. With more at once they would wait for each other. */
const atOnce = 10;

const tryOut = async (world: World, attack: Attack): Promise<Tried> => {
  const since = performance.now();
  const done = (answer: string, faults: readonly string[]): Tried => ({
    attack,
    verdict:
      faults.length === 0 ? (attack.open && !attack.byChance ? 'mended' : 'held') : attack.open ? 'open' : 'BROKEN',
    answer,
    faults,
    seconds: (performance.now() - since) / 1000,
  });
  try {
    const { answers, faults } = await attack.attack(world);
    return done(answers.map((one) => one.trim()).join('; '), faults);
  } catch (error) {
    return done('could not be tried', [
      `could not be tried: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
};

/** Runs all of them, several at once; those that move the clock come last, one after the other. */
export const runAttacks = async (
  world: World,
  attacks: readonly Attack[],
  tell: (tried: Tried) => void = () => undefined,
): Promise<readonly Tried[]> => {
  const tried = new Map<string, Tried>();
  const one = async (attack: Attack) => {
    const result = await tryOut(world, attack);
    tried.set(attack.id, result);
    tell(result);
  };
  const isAlone = ({ needs }: Attack) => needs === 'clock' || needs === 'database';
  // The longest first; started last, they would run alone.
  const left = attacks.filter((attack) => !isAlone(attack)).toSorted((a, b) => rank(a) - rank(b));
  const worker = async () => {
    for (let attack = left.shift(); attack; attack = left.shift()) await one(attack);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  // A browser whose clock was moved may remember it, so these come last.
  const alone = attacks.filter(isAlone).toSorted((a, b) => Number(a.needs === 'clock') - Number(b.needs === 'clock'));
  for (const attack of alone) await one(attack);
  return attacks.flatMap(({ id }) => tried.get(id) ?? []);
};

const rank = ({ needs, finding }: Attack): number => (needs ? 0 : finding.startsWith('bad input') ? 2 : 1);
