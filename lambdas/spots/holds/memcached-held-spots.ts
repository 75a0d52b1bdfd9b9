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

  /** Each pool is read after its mark, in the same write, so the read finds what others kept there before their turn ended. */
  async begin(registrationId: string) {
    const reads: Promise<PromiseSettledResult<HeldSpot | undefined>>[] = [];
    const read = (pool: Memcached) => void reads.push(settled(find(pool, registrationId)));
    const pools = this.#pools.map((pool) => ({
      add: (...mark: Parameters<Memcached['add']>) => {
        const marked = pool.add(...mark);
        read(pool);
        return marked;
      },
    }));
    const isFirst = await markInAll(pools, markKey(registrationId), holdingSeconds).catch(() => true);
    // `markInAll` stops at the first pool that has the mark already. The others are read without one.
    for (const pool of this.#pools.slice(reads.length)) read(pool);
    const found = this.#answersOf(await Promise.all(reads));
    return { isFirst, before: found.find((held) => held !== undefined) };
  }

  async keep(held: HeldSpot, seconds: number) {
    const value = JSON.stringify(held);
    const kept = await this.#each((pool) => pool.set(heldKey(held.hold.registrationId), value, seconds));
    return kept.length > 0;
  }

  async keepAndEnd(held: HeldSpot, seconds: number) {
    const keeping = this.keep(held, seconds);
    // In the same write as what is kept. If it fails, the mark expires soon.
    const ending = this.end(held.hold.registrationId);
    const [isKept] = await Promise.all([keeping, ending]);
    return isKept;
  }

  async end(registrationId: string) {
    await this.#each((pool) => pool.delete(markKey(registrationId)));
  }

  async #each<T>(ask: (pool: Memcached) => Promise<T>): Promise<T[]> {
    return this.#answersOf(await Promise.allSettled(this.#pools.map(ask)));
  }

  #answersOf<T>(answers: readonly PromiseSettledResult<T>[]): T[] {
    const good = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (good.length === 0) this.#count('HeldSpotsUnanswered');
    return good;
  }
}

/** The mark of a registration is on the node that keeps its hold: a node carries out what is sent in one write in that order. */
const heldKey = (registrationId: string) => `held:${registrationId}`;
const markKey = (registrationId: string) => `holding:{${heldKey(registrationId)}}`;

const find = async (pool: Memcached, registrationId: string): Promise<HeldSpot | undefined> => {
  const value = await pool.get(heldKey(registrationId));
  return value && v.parse(heldSpotMessage, JSON.parse(value.toString()));
};

const settled = async <T>(answer: Promise<T>): Promise<PromiseSettledResult<T>> => {
  const [result] = await Promise.allSettled([answer]);
  return result;
};
