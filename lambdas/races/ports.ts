import type { SpotCount } from './availability';
import type { Race, RaceSummary } from './race';

export interface Races {
  list(): Promise<readonly RaceSummary[]>;
  find(raceId: string): Promise<Race | undefined>;
}

/** A moment old at most: never for deciding who gets a spot. */
export interface SpotCounts {
  of(race: Race): Promise<readonly SpotCount[]>;
}

/** Where races are made. */
export interface RaceRegister {
  /** Makes the race with all its spots, or answers the one that has its id, or says which event's id is taken. */
  create(
    race: Race,
  ): Promise<{ kind: 'created' } | { kind: 'exists'; race: Race } | { kind: 'event-taken'; eventId: string }>;
}

/** Those who remember races and must hear of a change. */
export interface RaceNews {
  changed(raceId: string): Promise<void>;
}
