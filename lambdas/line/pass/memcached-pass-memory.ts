import type { Memcached } from '../../platform/memcached/memcached';
import type { PassMemory } from './issue-pass';

/** As long as any line. */
const keptSeconds = 7 * 86_400;

/** Which wave a pass was given, and how many passes an address has. */
export class MemcachedPassMemory implements PassMemory {
  readonly #memcached: Pick<Memcached, 'add' | 'set' | 'get' | 'count' | 'decrement'>;

  constructor(memcached: Pick<Memcached, 'add' | 'set' | 'get' | 'count' | 'decrement'>) {
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

  async isEnrolmentOver(lineId: string) {
    return (await this.#memcached.get(enrolmentKey(lineId))) !== undefined;
  }

  async issued(lineId: string) {
    await this.#memcached.count(issuedKey(lineId), 1, keptSeconds);
  }

  async putBehind(lineId: string, passId: string, wave: number) {
    await this.#memcached.set(waveKey(passId), String(wave), keptSeconds);
    await this.#memcached.decrement(issuedKey(lineId), 1);
  }
}

/** How many passes of a draw were issued. Fewer when the cache has forgotten. */
export const issuedKey = (lineId: string) => `line-issued:${lineId}`;
/** When a tick ended the enrolment, in milliseconds since the epoch. */
export const enrolmentKey = (lineId: string) => `line-enrolment:${lineId}`;
const waveKey = (passId: string) => `line-wave:${passId}`;
