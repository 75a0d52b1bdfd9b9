import type { Outcomes } from '../registration/ports';
import type { Decisions } from './ports';

export class MemcachedDecisions implements Decisions {
  readonly #outcomes: Pick<Outcomes, 'find'>;

  constructor(outcomes: Pick<Outcomes, 'find'>) {
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
