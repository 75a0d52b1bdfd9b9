import type { Memcached } from '../../platform/memcached/memcached';
import { counterKey } from './block';

/**
 * How many numbers of a block of `size` nobody has been dealt yet. A counter that is gone or does not answer counts as
 * fully dealt: showing too few is better than too many.
 */
export const undealtOf = async (memcached: Pick<Memcached, 'get'>, blockId: string, size: number): Promise<number> => {
  const dealt = await dealtOf(memcached, blockId);
  return typeof dealt === 'number' ? Math.max(0, size - dealt) : 0;
};

/** How far a block is dealt. `lost`: its counter is gone, so nobody is dealt a number of it. `unknown`: memcached does not answer. */
export const dealtOf = async (
  memcached: Pick<Memcached, 'get'>,
  blockId: string,
): Promise<number | 'lost' | 'unknown'> =>
  memcached.get(counterKey(blockId)).then(
    (dealt) => (dealt ? Number(dealt.toString().trim()) : 'lost'),
    () => 'unknown',
  );
