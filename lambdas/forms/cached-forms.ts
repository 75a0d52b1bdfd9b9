import type { Cache } from '../platform/cache/cache';
import { StaleOnError } from '../platform/stale-on-error';
import { ofRace } from '../races/cached-races';
import type { Races } from '../races/race';
import type { FormRevision, PublishedForms } from './ports';

/** Published forms from the cache. A form is asked for in a race that is known, and up to its present revision. */
export class CachedForms implements PublishedForms {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #races: Pick<Races, 'find'>;
  readonly #forms: PublishedForms;
  readonly #last = new StaleOnError<FormRevision | undefined>();

  constructor(cache: Pick<Cache, 'get'>, races: Pick<Races, 'find'>, forms: PublishedForms) {
    this.#cache = cache;
    this.#races = races;
    this.#forms = forms;
  }

  async find(raceId: string, revision: number) {
    // Requests for invented revisions reach no database: there are as many as the director published, and no more.
    const race = await this.#races.find(raceId);
    if (race?.form === undefined || revision > race.form) return undefined;
    const key = `form:${raceId}:${revision}`;
    const load = () => this.#forms.find(raceId, revision);
    return this.#last.get(key, () => this.#cache.get(key, load, ofRace(raceId)));
  }
}
