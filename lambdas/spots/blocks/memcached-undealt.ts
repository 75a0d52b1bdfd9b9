import type { Memcached } from '../../platform/memcached/memcached';
import { counterKey } from './block';

/**
 * How many numbers of a block of `size` nobody has been dealt yet. A counter that is gone or does not answer counts as
 * fully dealt: showing too few is better than too many.
 */
export const undealtOf = async (memcached: Pick<Memcached, 'get'>, blockId: string, size: number): Promise<number> => {
  const dealt = await memcached.get(counterKey(blockId)).catch(() => undefined);
  return dealt ? Math.max(0, size - Number(dealt.toString().trim())) : 0;
};
