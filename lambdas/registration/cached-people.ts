import type { Cache } from '../platform/cache/cache';
import { keyOfPerson } from './memcached-remembered-runners';
import type { People } from './ports';

/** Only as long as somebody goes back and forth between the steps of a form. In the process never. */
const freshness = { freshSeconds: 5, processSeconds: 0 };

/** Asks the replica no more often, and no more at once, than the cache lets it. */
export class CachedPeople implements People {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #people: People;

  constructor(cache: Pick<Cache, 'get'>, people: People) {
    this.#cache = cache;
    this.#people = people;
  }

  isRegistered(eventId: string, person: string) {
    const load = () => this.#people.isRegistered(eventId, person);
    return this.#cache.get(`person:${keyOfPerson(eventId, person)}`, load, freshness);
  }
}
