/** What people tell each other outside of the page: a captain sends a link, somebody who collects names a page. */
export class Notices<T> {
  readonly #all: T[] = [];

  post(one: T): void {
    this.#all.push(one);
  }

  /** Takes down what is of no use any more. */
  drop(one: T): void {
    const at = this.#all.indexOf(one);
    if (at >= 0) this.#all.splice(at, 1);
  }

  /** Any of those that fit. `random`: from 0, less than 1. */
  pick(fits: (one: T) => boolean, random: () => number): T | undefined {
    const fitting = this.#all.filter(fits);
    return fitting[Math.floor(random() * fitting.length)];
  }
}

/** A team that a person who has the code may join. */
export interface Invitation {
  readonly eventId: string;
  readonly id: string;
  readonly code: string;
}

/** A page on which somebody collects for a cause. */
export interface CollectingPage {
  readonly slug: string;
  readonly cause: string;
}

/** What the runners of one generator know of each other. Those of another generator are strangers. */
export interface Acquaintances {
  readonly teams: Notices<Invitation>;
  readonly pages: Notices<CollectingPage>;
}

export const openAcquaintances = (): Acquaintances => ({ teams: new Notices(), pages: new Notices() });
