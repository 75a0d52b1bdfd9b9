/**
 * One attempt at a rate. `void`: the generator could not keep the rate, so the attempt says nothing about the system.
 */
export interface Attempt {
  readonly rate: number;
  readonly verdict: 'kept' | 'missed' | 'void';
}

export interface Found<T extends Attempt> {
  /** Absent: not even the lowest rate was kept. */
  readonly best?: T;
  /** What prevented a higher rate. */
  readonly limit: 'system' | 'generator' | 'none';
  readonly attempts: readonly T[];
}

interface Range {
  /** Requests a second. */
  readonly from: number;
  readonly most: number;
  /** How often the gap between the highest rate kept and the lowest rate missed is halved. */
  readonly halvings: number;
}

/** Finds the highest rate that is kept: it doubles the rate, then halves the gap. A missed rate is tried once more. */
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
    // A second attempt: other work of the machine may have spoiled the first.
    const second = first.verdict === 'kept' ? first : await attemptAt(rate);
    if (second.verdict === 'kept') best = second;
    // A void attempt says nothing, so one miss of the two counts as a miss.
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
