export interface Summary {
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** How long each step took, over all runners. */
export class Recorder {
  readonly #steps = new Map<string, number[]>();

  note(step: string, milliseconds: number) {
    const times = this.#steps.get(step);
    if (times) times.push(milliseconds);
    else this.#steps.set(step, [milliseconds]);
  }

  get requests(): number {
    return [...this.#steps.values()].reduce((sum, { length }) => sum + length, 0);
  }

  summaries(): ReadonlyMap<string, Summary> {
    return new Map([...this.#steps].map(([step, times]) => [step, summaryOf(times)]));
  }
}

const summaryOf = (times: readonly number[]): Summary => {
  const sorted = Float64Array.from(times).sort();
  // The smallest value that so many are not above (nearest rank): always one that was measured.
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
};
