import type fc from 'fast-check';

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** Virtual time. It passes only while no request is under way, because a pause is long and a request is short. */
export class Timers {
  #now = 0;
  #waiting: readonly Timer[] = [];

  after(milliseconds: number): Promise<void> {
    return new Promise((ring) => {
      this.#waiting = [...this.#waiting, { at: this.#now + milliseconds, ring }].toSorted(
        (one, other) => one.at - other.at,
      );
    });
  }

  /** Until `work` is done. */
  async run(scheduler: fc.Scheduler, work: Promise<unknown>): Promise<void> {
    let isDone = false;
    const watched = work.finally(() => {
      isDone = true;
    });
    for (let rounds = 0; !isDone && rounds < 100_000; rounds++) {
      await scheduler.waitIdle();
      const [next, ...later] = this.#waiting;
      if (!next || isDone) continue;
      this.#now = next.at;
      this.#waiting = later;
      next.ring();
    }
    await watched;
  }
}
