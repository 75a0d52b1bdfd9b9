import type { Cache } from '../platform/cache/cache';
import { StaleOnError } from '../platform/stale-on-error';
import { isSettling, NotYetThereError, ofRace } from '../races/cached-races';
import type { Races } from '../races/race';
import type { FormRevision, PublishedForms } from './ports';

/** Published forms from the cache. A form is asked for in a race that is known, and up to its present revision. */
export class CachedForms implements PublishedForms {
  readonly #cache: Pick<Cache, 'get' | 'isNews'>;
  readonly #races: Pick<Races, 'find'>;
  readonly #forms: PublishedForms;
  readonly #last = new StaleOnError<FormRevision | undefined>();

  constructor(cache: Pick<Cache, 'get' | 'isNews'>, races: Pick<Races, 'find'>, forms: PublishedForms) {
    this.#cache = cache;
    this.#races = races;
    this.#forms = forms;
  }

  /** Throws NotYetThereError. */
  async find(raceId: string, revision: number) {
    // Requests for invented revisions reach no database: there are as many as the director published, and no more.
    const race = await this.#races.find(raceId);
    if (!race) return undefined;
    if (race.form === undefined || revision > race.form) {
      if (await isSettling(this.#cache, raceId)) throw notYetThere(raceId, revision);
      return undefined;
    }
    const key = `form:${raceId}:${revision}`;
    const load = () => this.#forms.find(raceId, revision);
    const found = await this.#last.get(key, () => this.#cache.get(key, load, ofRace(raceId)));
    // The race may have been read from another database than its form.
    if (!found && revision === race.form) throw notYetThere(raceId, revision);
    return found;
  }
}

const notYetThere = (raceId: string, revision: number) =>
  new NotYetThereError(
    `The form ${revision} of ${raceId} may be published, and the cache or database does not have it yet.`,
  );
