/** A value as the benchmark's database returns it. */
export interface Reading {
  readonly key: string;
  readonly version: number;
}

/**
 * The benchmark's database: every key has a version that only grows. It judges the value that a reader got. `wrong`: a
 * value of another key, or one that never existed. `old`: a value that had been replaced for longer than allowed when
 * the reader asked.
 */
export class Truth {
  readonly #replacedAt = new Map<string, number[]>();

  read(key: string): Reading {
    return { key, version: this.#replacements(key).length };
  }

  /** From `at` on, in ms, the key has a new version. */
  change(key: string, at: number): void {
    this.#replacements(key).push(at);
  }

  judge(key: string, reading: Reading, askedAt: number, allowedMs: number): 'right' | 'old' | 'wrong' {
    const replacements = this.#replacements(key);
    if (reading.key !== key || !(reading.version >= 0 && reading.version <= replacements.length)) return 'wrong';
    const replacedAt = replacements[reading.version];
    return replacedAt !== undefined && replacedAt < askedAt - allowedMs ? 'old' : 'right';
  }

  #replacements(key: string): number[] {
    const known = this.#replacedAt.get(key);
    if (known) return known;
    const none: number[] = [];
    this.#replacedAt.set(key, none);
    return none;
  }
}
