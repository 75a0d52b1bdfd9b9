import * as v from 'valibot';
import { markInAll } from '../../platform/memcached/mark-in-all';
import type { Memcached } from '../../platform/memcached/memcached';
import type { CountSpots } from '../blocks/ports';
import { heldSpotMessage } from '../messages';
import { type HeldSpot, type HeldSpots, holdingSeconds } from './ports';

/**
 * Two pools, one in each zone: both are written and both are read. A pool that fails is passed over. When both fail,
 * nothing seems to be held: the runner may then get a second spot, and reclaim takes the first one back. That is
 * counted.
 */
export class MemcachedHeldSpots implements HeldSpots {
  readonly #pools: readonly Memcached[];
  readonly #count: CountSpots;

  constructor(pools: readonly Memcached[], count: CountSpots) {
    this.#pools = pools;
    this.#count = count;
  }

  async find(registrationId: string) {
    const found = await this.#each(async (pool) => {
      const value = await pool.get(`held:${registrationId}`);
      return value && v.parse(heldSpotMessage, JSON.parse(value.toString()));
    });
    return found.find((held) => held !== undefined);
  }

  async keep(held: HeldSpot, seconds: number) {
    const value = JSON.stringify(held);
    const kept = await this.#each((pool) => pool.set(`held:${held.hold.registrationId}`, value, seconds));
    return kept.length > 0;
  }

  begin(registrationId: string) {
    return markInAll(this.#pools, `holding:${registrationId}`, holdingSeconds).catch(() => {
      this.#count('HeldSpotsUnanswered');
      return true;
    });
  }

  async end(registrationId: string) {
    await this.#each((pool) => pool.delete(`holding:${registrationId}`));
  }

  async #each<T>(ask: (pool: Memcached) => Promise<T>): Promise<T[]> {
    const answers = await Promise.allSettled(this.#pools.map(ask));
    const good = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (good.length === 0) this.#count('HeldSpotsUnanswered');
    return good;
  }
}
