import type { RunnerMessage } from '../lambdas/api/registrations';
import type { Habits } from './scenarios/scenario';

export interface Site {
  readonly url: string;
  readonly processor: { readonly url: string; readonly publishableKey: string };
}

export interface Journey {
  readonly site: Site;
  readonly raceId: string;
  /** Has his heart set on this event. Default: one of those that are open, and another when it is sold out. */
  readonly eventId?: string;
  readonly registrationId: string;
  readonly person: RunnerMessage;
  /** Who registers with him, by his payment. */
  readonly companions?: readonly RunnerMessage[];
  readonly card: string;
  readonly habits?: Habits;
}
