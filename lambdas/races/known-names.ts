import type { Races } from './ports';

/** The names of a race and its event, from the published races; undefined when there is no such event. */
export const knownNames = (races: Pick<Races, 'find'>) => ({
  async find(raceId: string, eventId: string) {
    const race = await races.find(raceId);
    const event = race?.events.find(({ id }) => id === eventId);
    return race && event ? { race: race.name, event: event.name } : undefined;
  },
});
