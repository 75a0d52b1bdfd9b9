import type { Memcached } from '../../platform/memcached/memcached';
import type { PassMemory } from './issue-pass';

/** As long as any line. */
const keptSeconds = 7 * 86_400;

/** Which wave a pass was given, and how many passes an address has. */
export class MemcachedPassMemory implements PassMemory {
  readonly #memcached: Pick<Memcached, 'add' | 'get' | 'count'>;

  constructor(memcached: Pick<Memcached, 'add' | 'get' | 'count'>) {
    this.#memcached = memcached;
  }

  async known(passId: string) {
    const known = await this.#memcached.get(waveKey(passId));
    return known && Number(known.toString());
  }

  async first(passId: string, wave: number) {
    if (await this.#memcached.add(waveKey(passId), String(wave), keptSeconds)) return { wave, isNew: true };
    return { wave: (await this.known(passId)) ?? wave, isNew: false };
  }

  count(lineId: string, who: string) {
    return this.#memcached.count(`line-from:${lineId}:${who}`, 1, keptSeconds);
  }

  async issued(lineId: string) {
    await this.#memcached.count(issuedKey(lineId), 1, keptSeconds);
  }
}

/** How many passes of a draw were sent to its list. Fewer when the cache has forgotten. */
export const issuedPasses = async (memcached: Pick<Memcached, 'get'>, lineId: string): Promise<number> =>
  Number((await memcached.get(issuedKey(lineId)))?.toString().trim() ?? 0);

const issuedKey = (lineId: string) => `line-issued:${lineId}`;
const waveKey = (passId: string) => `line-wave:${passId}`;
