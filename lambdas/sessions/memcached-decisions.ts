import type { Decisions } from './ports';

interface OutcomeLookup {
  /** Undefined when the registration is not decided, or nobody remembers. Rejects when the cache does not answer. */
  find(registrationId: string): Promise<unknown>;
}

export class MemcachedDecisions implements Decisions {
  readonly #outcomes: OutcomeLookup;

  constructor(outcomes: OutcomeLookup) {
    this.#outcomes = outcomes;
  }

  // A failed lookup counts as not decided. A hold that is shown once too often does no harm: registering again with it
  // gives the same registration.
  isDecided(registrationId: string) {
    return this.#outcomes.find(registrationId).then(
      (outcome) => outcome !== undefined,
      () => false,
    );
  }
}
