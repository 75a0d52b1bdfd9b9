import { availabilityOf, type EventAvailability, type SpotCounts } from './availability';
import { inOrder, type ListedRace, type Race, type Races, withoutHidden } from './race';

interface Needs {
  readonly races: Races;
  readonly spotCounts: SpotCounts;
  readonly now: () => Date;
}

export type ShowRace = { readonly kind: 'race'; readonly race: Race } | { readonly kind: 'no-such-race' };

export type ShowAvailability =
  | {
      readonly kind: 'availability';
      readonly now: Date;
      /** Of the race: a page that has an older one reads the race again. */
      readonly revision?: number | undefined;
      readonly events: readonly EventAvailability[];
      /** Where people wait for their turn: before the opening, and from then on. */
      readonly line?: 'lobby' | 'on' | undefined;
    }
  | { readonly kind: 'no-such-race' };

/** What a runner can look at before registering. */
export interface BrowseRaces {
  list(): Promise<readonly ListedRace[]>;
  show(raceId: string): Promise<ShowRace>;
  availability(raceId: string): Promise<ShowAvailability>;
}

export const browseRaces = ({ races, spotCounts, now }: Needs): BrowseRaces => ({
  async list() {
    const listed = (await races.list()).filter(({ isUnlisted }) => !isUnlisted);
    return inOrder(listed, now().toISOString().slice(0, 10));
  },

  async show(raceId) {
    const race = await races.find(raceId);
    return race ? { kind: 'race', race: withoutHidden(race) } : { kind: 'no-such-race' };
  },

  async availability(raceId) {
    const race = await races.find(raceId);
    if (!race) return { kind: 'no-such-race' };
    // All events are counted: what is cached is one value for each race.
    const counts = await spotCounts.of(race);
    // Read after the count has arrived: the answer carries this clock, and a countdown runs on it.
    const answeredAt = now();
    return {
      kind: 'availability',
      now: answeredAt,
      revision: race.revision,
      events: availabilityOf(withoutHidden(race), counts, answeredAt),
      ...(race.hasLine && { line: answeredAt < race.opensAt ? ('lobby' as const) : ('on' as const) }),
    };
  },
});

/** The names of a race and its event, from the published races; undefined when there is no such event. */
export const knownNames = (races: Pick<Races, 'find'>) => ({
  async find(raceId: string, eventId: string) {
    const race = await races.find(raceId);
    const event = race?.events.find(({ id }) => id === eventId);
    return race && event ? { race: race.name, event: event.name, ...(event.kind && { kind: event.kind }) } : undefined;
  },
});
