import { waitSeconds } from '../../static/src/http/backoff';
import { problemIn } from '../browser/answers';
import type { Answer, Browser, Call } from '../browser/browser';
import { type Agenda, Stopped } from '../generator/agenda';

/**
 * Records one request: its step, whether it failed, and how long the runner waited for the answer, in milliseconds from
 * the planned moment.
 */
export type Note = (step: string, milliseconds: number, failed: boolean) => void;

export interface UserSessionNeeds {
  readonly browser: Browser;
  readonly agenda: Agenda;
  /** In [0, 1). */
  readonly random: () => number;
  /**
   * When this runner sets off, in milliseconds of `performance.now()`. It is the planned moment, so that a late
   * generator does not look fast.
   */
  readonly departure: number;
  /** Seconds after the departure when the runner gives up. */
  readonly deadlineSeconds: number;
  /** Seconds that the runner needs for the next form. */
  readonly think: () => number;
  readonly note?: Note;
}

/**
 * Milliseconds. A pause of a second or more ends at a whole multiple, so that one process wakes for several people at once: at a few
 * hundred requests a second, waking up is a third of the CPU that a request takes in the generator. Nobody thinks to the millisecond.
 */
const wakeEveryMs = 20;
const longPauseSeconds = 1;

/** About half a minute of retries: a server that restarts needs some seconds. */
const mostFailures = 8;

/**
 * What a simulated person does in sequence: requests, retries as the page would make them, think time. Each request
 * counts from its planned moment: the departure, or the last answer plus the think time. Any delay, of the server or of
 * the generator, is part of what the runner waited.
 */
export class UserSession {
  readonly random: () => number;
  readonly #needs: UserSessionNeeds;
  readonly #deadline: number;
  #intended: number;

  constructor(needs: UserSessionNeeds) {
    this.#needs = needs;
    this.random = needs.random;
    this.#intended = needs.departure;
    this.#deadline = needs.departure + needs.deadlineSeconds * 1000;
  }

  get hasTime(): boolean {
    return performance.now() < this.#deadline;
  }

  /**
   * Throws when there is no answer after all retries. `enough`: the names of problems that end the retries,
   * because the caller can do something else.
   */
  async ask(step: string, call: Call, ...enough: readonly string[]): Promise<Answer> {
    for (let failures = 0, tries = 1; ; tries++) {
      let answer: Answer | undefined;
      try {
        answer = await this.#askOnce(step, call);
      } catch (error) {
        if (error instanceof Stopped || ++failures >= mostFailures || !this.hasTime) throw error;
      }
      if (answer && !(isPassing(answer) && !enough.includes(problemIn(answer)) && this.hasTime)) return answer;
      await this.pause(waitSeconds(tries, this.random(), answer?.retryAfter));
    }
  }

  async pause(seconds: number): Promise<void> {
    this.#intended += seconds * 1000;
    if (seconds >= longPauseSeconds) this.#intended = Math.ceil(this.#intended / wakeEveryMs) * wakeEveryMs;
    await this.#needs.agenda.until(this.#intended);
  }

  /** Waits as long as the runner needs for a form. */
  think(): Promise<void> {
    return this.pause(this.#needs.think());
  }

  async #askOnce(step: string, call: Call): Promise<Answer> {
    const { browser, note } = this.#needs;
    const from = this.#intended;
    try {
      const answer = await browser.fetch(call);
      this.#intended = performance.now();
      if (!answer.isFromCache) note?.(step, this.#intended - from, answer.status >= 500);
      return answer;
    } catch (error) {
      this.#intended = performance.now();
      note?.(step, this.#intended - from, true);
      throw error;
    }
  }
}

/** Whether the page would retry by itself. */
const isPassing = (answer: Answer): boolean => {
  const { status, retryAfter } = answer;
  if (status >= 500) return true;
  if (status < 400) return false;
  const name = problemIn(answer);
  if (name === '') return status === 429;
  return retryAfter !== undefined && name !== 'too-many-holds';
};
