/** What has been begun and must be ended, the last first. */
export class Undoing {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Ends everything, whatever of it fails; rejects with the first failure afterwards. Again: only what came since. */
  async all(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop())
      await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
