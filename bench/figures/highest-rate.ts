/** One attempt at a rate. `void`: the generator could not keep it, so nobody knows whether the system could. */
export interface Attempt {
  readonly rate: number;
  readonly verdict: 'kept' | 'missed' | 'void';
}

export interface Found<T extends Attempt> {
  /** Absent: not even the lowest was kept. */
  readonly best?: T;
  /** What did not let it go higher. */
  readonly limit: 'system' | 'generator' | 'none';
  readonly attempts: readonly T[];
}

interface Range {
  /** A second. */
  readonly from: number;
  readonly most: number;
  /** How often the gap between the highest kept and the lowest missed rate is halved. */
  readonly halvings: number;
}

/** The highest rate that is kept, by doubling and then halving the gap. What is missed is tried once more. */
export const highestRate = async <T extends Attempt>(
  attempt: (rate: number) => Promise<T>,
  { from, most, halvings }: Range,
): Promise<Found<T>> => {
  const attempts: T[] = [];
  let best: T | undefined;
  let lowest: T | undefined;
  const attemptAt = async (rate: number): Promise<T> => {
    const made = await attempt(rate);
    attempts.push(made);
    return made;
  };
  const go = async (rate: number) => {
    const first = await attemptAt(rate);
    // What else the machine does for a moment is no limit.
    const second = first.verdict === 'kept' ? first : await attemptAt(rate);
    if (second.verdict === 'kept') best = second;
    // Of a generator that gave out nothing is learnt: a miss is one, whichever of the two it was.
    else lowest = first.verdict === 'missed' ? first : second;
  };
  for (let rate = from; rate <= most && !lowest; rate *= 2) await go(rate);
  for (let halving = 0; lowest && halving < halvings; halving++) {
    const [kept, missed]: [number, number] = [best?.rate ?? 0, lowest.rate];
    await go(Math.round((kept + missed) / 2));
  }
  const limit = !lowest ? 'none' : lowest.verdict === 'void' ? 'generator' : 'system';
  return { ...(best && { best }), limit, attempts };
};
