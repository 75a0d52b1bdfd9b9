import { Histogram } from '../report/histogram';
import type { GeneratorFigures, RawSecond } from './results';

interface Open {
  departed: number;
  requests: number;
  errors: number;
  registrations: number;
  latency: Histogram;
}

const nothingYet = (): Open => ({ departed: 0, requests: 0, errors: 0, registrations: 0, latency: new Histogram() });

interface Needs {
  /** When it began, in milliseconds of `performance.now()`. */
  readonly start: number;
  /** The worst lag since the last call, in milliseconds. */
  readonly takeLag: () => number;
  readonly onSecond?: (second: RawSecond) => void;
}

/** Counts what happens to all runners of one generator, by step and by second. Its size does not grow with their number. */
export class Recorder {
  readonly #needs: Needs;
  readonly #steps = new Map<string, { errors: number; latency: Histogram }>();
  readonly #seconds: RawSecond[] = [];
  #open = nothingYet();
  #running = 0;
  #firstRequest: number | undefined;
  #lastConfirmation: number | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  departed(): void {
    this.closeSeconds();
    this.#open.departed++;
    this.#running++;
  }

  /** Milliseconds. */
  answered(step: string, milliseconds: number, failed: boolean): void {
    this.closeSeconds();
    const known = this.#steps.get(step) ?? { errors: 0, latency: new Histogram() };
    this.#steps.set(step, known);
    known.latency.record(milliseconds * 1000);
    this.#open.latency.record(milliseconds * 1000);
    this.#open.requests++;
    this.#firstRequest ??= this.#elapsed() - milliseconds / 1000;
    if (!failed) return;
    known.errors++;
    this.#open.errors++;
  }

  /** `registered`: how many people it registered. */
  finished(registered: number): void {
    this.closeSeconds();
    this.#running--;
    this.registered(registered);
  }

  /** So many people, where somebody registers them and goes on. */
  registered(registered: number): void {
    if (registered === 0) return;
    this.closeSeconds();
    this.#open.registrations += registered;
    this.#lastConfirmation = this.#elapsed();
  }

  /** Closes every second that has passed. An event belongs to the second in which it is noticed. */
  closeSeconds(): void {
    while (this.#elapsed() >= this.#seconds.length + 1) this.#close();
  }

  end(): Omit<GeneratorFigures, 'generatorLoad'> {
    this.closeSeconds();
    const duration = this.#elapsed();
    this.#close();
    return {
      steps: Array.from(this.#steps, ([name, { errors, latency }]) => ({ name, errors, latency: latency.toString() })),
      seconds: this.#seconds,
      ...(this.#firstRequest !== undefined && { firstRequest: this.#firstRequest }),
      ...(this.#lastConfirmation !== undefined && { lastConfirmation: this.#lastConfirmation }),
      duration,
    };
  }

  #elapsed(): number {
    return (performance.now() - this.#needs.start) / 1000;
  }

  #close() {
    const { latency, ...counts } = this.#open;
    const second: RawSecond = {
      second: this.#seconds.length,
      ...counts,
      running: this.#running,
      lagMs: this.#needs.takeLag(),
      latency: latency.toString(),
    };
    this.#open = nothingYet();
    this.#seconds.push(second);
    this.#needs.onSecond?.(second);
  }
}
