import type { Cache } from '../platform/cache/cache';
import type { Races } from '../races/race';
import type { Fundraiser } from './fundraiser';
import type { FundraiserNews, Fundraisers } from './ports';

type Found = Awaited<ReturnType<Fundraisers['find']>>;

/** For an address that no fundraiser has: somebody may be trying addresses. */
const missingSeconds = 10;
/** They are loaded from the standby, which may lag behind by this much. */
const settleSeconds = 10;

const listGroup = (raceId: string) => `fundraisers:${raceId}`;
const pageGroup = (raceId: string, slug: string) => `fundraiser:${raceId}:${slug}`;

/** Fundraisers of races that are known, half a minute old at most: one caller loads, and all others read the result. */
export class CachedFundraisers implements Fundraisers {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #races: Pick<Races, 'find'>;
  readonly #fundraisers: Fundraisers;

  constructor(cache: Pick<Cache, 'get'>, races: Pick<Races, 'find'>, fundraisers: Fundraisers) {
    this.#cache = cache;
    this.#races = races;
    this.#fundraisers = fundraisers;
  }

  async list(raceId: string): Promise<readonly Fundraiser[]> {
    if (!(await this.#isThere(raceId))) return [];
    const group = listGroup(raceId);
    return this.#cache.get(group, () => this.#fundraisers.list(raceId), { freshSeconds: 30, settleSeconds, group });
  }

  async find(raceId: string, slug: string): Promise<Found> {
    if (!(await this.#isThere(raceId))) return undefined;
    const group = pageGroup(raceId, slug);
    const load = () => this.#fundraisers.find(raceId, slug);
    return this.#cache.get<Found>(group, load, { freshSeconds: 30, missingSeconds, settleSeconds, group });
  }

  /** Nobody collects in a race without a form. */
  async #isThere(raceId: string): Promise<boolean> {
    return (await this.#races.find(raceId))?.form !== undefined;
  }
}

/** Drops what is cached of a fundraiser, in all processes. */
export const fundraiserNews = (cache: Pick<Cache, 'invalidateGroup'>): FundraiserNews => ({
  async changed(raceId, slug) {
    await Promise.all([cache.invalidateGroup(listGroup(raceId)), cache.invalidateGroup(pageGroup(raceId, slug))]);
  },
});
