/** A fake bank. Until it answers, payments wait. */
export class Bank {
  readonly #held = new Set<string>();
  readonly #charged: string[] = [];
  #open: (() => void) | undefined;
  #thought: Promise<void> = Promise.resolve();
  #thinking = 0;

  think(): void {
    this.#thought = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  answer(): void {
    this.#open?.();
  }

  /** How many payments wait for its answer. */
  get thinkingAbout(): number {
    return this.#thinking;
  }

  /** Every charge, by the runner's name; a name appears twice when charged twice. */
  get charged(): readonly string[] {
    return this.#charged;
  }

  async authorise(runner: string): Promise<void> {
    this.#thinking++;
    await this.#thought;
    this.#thinking--;
    this.#held.add(runner);
  }

  capture(runner: string): void {
    if (this.#held.delete(runner)) this.#charged.push(runner);
  }

  void(runner: string): void {
    this.#held.delete(runner);
  }

  /** Takes the money at once, without an authorisation first. */
  async charge(runner: string): Promise<void> {
    await this.authorise(runner);
    this.capture(runner);
  }
}
