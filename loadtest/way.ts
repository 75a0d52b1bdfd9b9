import { waitSeconds } from '../static/src/http/backoff';
import { problemIn } from './answers';
import type { Answer, Browser, Call } from './browser';
import { type Agenda, Stopped } from './generator/agenda';

/**
 * Notes one request: what it was, how long the runner waited for the answer (milliseconds, from the moment he wanted it),
 * and whether it failed.
 */
export type Note = (step: string, milliseconds: number, failed: boolean) => void;

export interface UserSessionNeeds {
  readonly browser: Browser;
  readonly agenda: Agenda;
  /** In [0, 1). */
  readonly random: () => number;
  /** When this runner sets off, in milliseconds of `performance.now()`: a generator that is late must not look fast. */
  readonly departure: number;
  /** Seconds from then on after which who is not done has given up. */
  readonly deadlineSeconds: number;
  /** Seconds a person needs for a form. */
  readonly think: () => number;
  readonly note?: Note;
}

/** A server that is started again needs some seconds for it; who is turned away by the network asks for about half a minute. */
const mostFailures = 8;

/**
 * What a simulated person does one after the other: asks, asks again as the page would, thinks. Each request counts from
 * the moment it was meant for: the departure, or the last answer and the time to think. Whatever delays it, the stalled
 * server or the busy generator, is part of what the runner waited.
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

  /** Throws when there is no answer, however often he asks. `enough`: the name of a problem with which he can do something else than ask again. */
  async ask(step: string, call: Call, enough?: string): Promise<Answer> {
    for (let failures = 0, tries = 1; ; tries++) {
      let answer: Answer | undefined;
      try {
        answer = await this.#askOnce(step, call);
      } catch (error) {
        if (error instanceof Stopped || ++failures >= mostFailures || !this.hasTime) throw error;
      }
      if (answer && !(isPassing(answer) && problemIn(answer) !== enough && this.hasTime)) return answer;
      await this.pause(waitSeconds(tries, this.random(), answer?.retryAfter));
    }
  }

  async pause(seconds: number): Promise<void> {
    this.#intended += seconds * 1000;
    await this.#needs.agenda.until(this.#intended);
  }

  /** As long as a person needs for a form. */
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

/** Whether the page would ask again by itself. */
const isPassing = (answer: Answer): boolean => {
  const { status, retryAfter } = answer;
  if (status >= 500) return true;
  if (status < 400) return false;
  const name = problemIn(answer);
  if (name === '') return status === 429;
  return retryAfter !== undefined && name !== 'too-many-holds';
};
