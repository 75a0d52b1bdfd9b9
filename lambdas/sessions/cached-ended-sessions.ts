import type { Cache } from '../platform/cache/cache';
import { StaleOnError } from '../platform/stale-on-error';
import type { EndedSessions } from './sessions';

const key = 'ended-sessions';
const freshness = { freshSeconds: 5, processSeconds: 5 };

/**
 * Few people sign out, so all ended sessions are one short list. While a zone is without its pool, one caller of the
 * whole fleet asks the database every few seconds. The list is older than that only while neither cache nor database
 * answers.
 */
export class CachedEndedSessions implements EndedSessions {
  readonly #cache: Cache;
  readonly #ended: EndedSessions;
  readonly #last = new StaleOnError<readonly string[]>();

  /** `ended` is asked when the cache has no entry. */
  constructor(cache: Cache, ended: EndedSessions) {
    this.#cache = cache;
    this.#ended = ended;
  }

  async add(hash: string) {
    await this.#ended.add(hash);
    // A cache that does not answer keeps its old entry only for a few seconds.
    await this.#cache.invalidate(key).catch(() => {});
  }

  recent() {
    return this.#last.get(key, () => this.#cache.get(key, () => this.#ended.recent(), freshness));
  }
}
