import type { Cache } from '../platform/cache/cache';
import { StaleOnError } from '../platform/stale-on-error';
import { ofRace } from '../races/cached-races';
import type { Races } from '../races/race';
import type { LegalText, Texts } from './ports';

/** Texts from the cache. A text is asked for in a race that is known, and has a hash that this race knows. */
export class CachedTexts implements Pick<Texts, 'find'> {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #races: Pick<Races, 'find'>;
  readonly #texts: Texts;
  readonly #lastHashes = new StaleOnError<readonly string[]>();
  readonly #last = new StaleOnError<LegalText | undefined>();

  constructor(cache: Pick<Cache, 'get'>, races: Pick<Races, 'find'>, texts: Texts) {
    this.#cache = cache;
    this.#races = races;
    this.#texts = texts;
  }

  async find(raceId: string, hash: string) {
    // Requests for invented hashes reach no database: there are as many as the director saved.
    if (!(await this.#races.find(raceId))) return undefined;
    const hashesKey = `texts:${raceId}`;
    const loadHashes = () => this.#texts.hashes(raceId);
    const hashes = await this.#lastHashes.get(hashesKey, () => this.#cache.get(hashesKey, loadHashes, ofRace(raceId)));
    if (!hashes.includes(hash)) return undefined;
    const key = `text:${raceId}:${hash}`;
    const load = () => this.#texts.find(raceId, hash);
    return this.#last.get(key, () => this.#cache.get(key, load, ofRace(raceId)));
  }
}
