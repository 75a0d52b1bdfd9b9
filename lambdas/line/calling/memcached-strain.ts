import type { Memcached } from '../../platform/memcached/memcached';
import { undealtOf } from '../../spots/blocks/memcached-undealt';
import type { Strain, StrainMemory } from './begin-surges';

/** Longer than the minute between two looks. */
const keptSeconds = 150;

/** What is known of crowds where nobody waits. When it is forgotten, a line begins some minutes later. */
export class MemcachedStrain implements StrainMemory {
  readonly #memcached: Pick<Memcached, 'get' | 'set'>;

  constructor(memcached: Pick<Memcached, 'get' | 'set'>) {
    this.#memcached = memcached;
  }

  async busy(raceId: string) {
    return Number((await this.#memcached.get(busyKey(raceId)))?.toString().trim() ?? 0);
  }

  undealt(blockId: string, size: number) {
    return undealtOf(this.#memcached, blockId, size);
  }

  async last(raceId: string) {
    const known = await this.#memcached.get(strainKey(raceId));
    return known ? (JSON.parse(known.toString()) as Strain) : undefined;
  }

  async keep(raceId: string, strain: Strain) {
    await this.#memcached.set(strainKey(raceId), JSON.stringify(strain), keptSeconds);
  }
}

/** Counts that somebody was told to come back because of the crowd. */
export const countBusy = async (memcached: Pick<Memcached, 'count'>, raceId: string): Promise<void> => {
  await memcached.count(busyKey(raceId), 1, keptSeconds);
};

const busyKey = (raceId: string) => `line-busy:${raceId}`;
const strainKey = (raceId: string) => `line-strain:${raceId}`;
