import type { SpotCount } from './availability';
import type { Race, RaceSummary } from './race';

export interface Races {
  list(): Promise<readonly RaceSummary[]>;
  find(raceId: string): Promise<Race | undefined>;
}

/** A moment old at most: never used to decide who gets a spot. */
export interface SpotCounts {
  of(race: Race): Promise<readonly SpotCount[]>;
}

/** Where races are made. */
export interface RaceRegister {
  /** Makes the race with all its spots, or answers the race that has its id, or says which event's id is taken. */
  create(
    race: Race,
  ): Promise<{ kind: 'created' } | { kind: 'exists'; race: Race } | { kind: 'event-taken'; eventId: string }>;
}

/** Announces changes to the caches of races. */
export interface RaceNews {
  changed(raceId: string): Promise<void>;
}
