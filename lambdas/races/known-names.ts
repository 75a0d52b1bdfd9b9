import type { Races } from './ports';

/** What a race and its event are called, out of the races as they are published. */
export const knownNames = (races: Pick<Races, 'find'>) => ({
  async find(raceId: string, eventId: string) {
    const race = await races.find(raceId);
    const event = race?.events.find(({ id }) => id === eventId);
    return race && event ? { race: race.name, event: event.name } : undefined;
  },
});
