/** Steps that undo what was started. They run in reverse order. */
export class Undoing {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /**
   * Runs all steps, also after one failed, and then rejects with the first failure. A second call runs only steps added
   * since.
   */
  async all(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop())
      await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
