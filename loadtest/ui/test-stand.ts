import type { Progress } from '../report/progress';
import type { Second, Wish } from '../report/test-report';
import type { Engine, History } from './ports';

/** The running test, or the last one that ran. */
export interface CurrentTest {
  readonly wish: Wish;
  readonly comment: string;
  readonly progress: Progress;
  readonly series: readonly Second[];
  /** `stopped`: by a person; `failed`: there is no report, and why. Absent while the test runs. */
  readonly end?:
    | { readonly kind: 'done'; readonly id: string }
    | { readonly kind: 'stopped' }
    | { readonly kind: 'failed'; readonly reason: string };
}

type Listener = (test: CurrentTest) => void;

/** Runs one test at a time, for any number of viewers. */
export class TestStand {
  readonly #engine: Engine;
  readonly #history: History;
  readonly #listeners = new Set<Listener>();
  #current: CurrentTest | undefined;
  #stop = new AbortController();
  #ended = Promise.resolve();

  constructor(engine: Engine, history: History) {
    this.#engine = engine;
    this.#history = history;
  }

  get current(): CurrentTest | undefined {
    return this.#current;
  }

  get isBusy(): boolean {
    return this.#current !== undefined && this.#current.end === undefined;
  }

  /** Whether the test began; it does not while another one runs. */
  start(wish: Wish, comment: string): boolean {
    if (this.isBusy) return false;
    this.#stop = new AbortController();
    this.#show({ wish, comment, progress: { state: 'canary', done: 0, total: 0 }, series: [] });
    this.#ended = this.#run(wish, comment, this.#stop.signal);
    return true;
  }

  /** Resolves when the running test, if any, is over. */
  stop(): Promise<void> {
    this.#stop.abort();
    return this.#ended;
  }

  /** Calls the listener at every change, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #run(wish: Wish, comment: string, stop: AbortSignal): Promise<void> {
    try {
      const report = await this.#engine.run(wish, comment, (progress) => this.#hear(progress), stop);
      await this.#history.keep(report);
      this.#change({ end: { kind: 'done', id: report.id } });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#change({ end: stop.aborted ? { kind: 'stopped' } : { kind: 'failed', reason } });
    }
  }

  #hear(progress: Progress): void {
    const series = this.#current?.series ?? [];
    this.#change({ progress, series: progress.second ? [...series, progress.second] : series });
  }

  #change(news: Partial<CurrentTest>): void {
    if (this.#current) this.#show({ ...this.#current, ...news });
  }

  #show(test: CurrentTest): void {
    this.#current = test;
    for (const listener of this.#listeners) listener(test);
  }
}
