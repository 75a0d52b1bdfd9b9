import type { Memcached } from '../../platform/memcached/memcached';
import { counterKey } from './block';
import type { LeftOfBlock, LeftOfEvent } from './ports';

/**
 * How many numbers of a block of `size` nobody has been dealt yet. A counter that is gone or does not answer counts as
 * fully dealt: showing too few is better than too many.
 */
export const undealtOf = async (memcached: Pick<Memcached, 'get'>, blockId: string, size: number): Promise<number> => {
  const dealt = await dealtOf(memcached, blockId);
  return typeof dealt === 'number' ? Math.max(0, size - dealt) : 0;
};

/**
 * Where the spots are that nobody has registered. `lost`: the counter of the block is gone, so nobody is dealt a number of it, and
 * nobody knows which are held. When memcached does not answer, they count as held.
 */
export const whereLeft = async (
  memcached: Pick<Memcached, 'get'>,
  { id, size, left }: LeftOfBlock,
): Promise<Readonly<Record<'held' | 'undealt' | 'lost', number>>> => {
  const dealt = await dealtOf(memcached, id);
  if (dealt === 'unknown') return { held: left, undealt: 0, lost: 0 };
  if (dealt === 'lost') return { held: 0, undealt: 0, lost: left };
  // The cache is a moment younger than the database's answer.
  const undealt = Math.min(left, Math.max(0, size - dealt));
  return { held: left - undealt, undealt, lost: 0 };
};

/** How many spots of an event people hold. Offers to the waiting list are not among them. */
export const heldOf =
  (memcached: Pick<Memcached, 'get'>) =>
  async ({ promised, blocks }: LeftOfEvent): Promise<number> => {
    const parts = await Promise.all(blocks.map((block) => whereLeft(memcached, block)));
    return parts.reduce((sum, { held }) => sum + held, promised);
  };

/** How far a block is dealt. `lost`: its counter is gone, so nobody is dealt a number of it. `unknown`: memcached does not answer. */
const dealtOf = async (memcached: Pick<Memcached, 'get'>, blockId: string): Promise<number | 'lost' | 'unknown'> =>
  memcached.get(counterKey(blockId)).then(
    (dealt) => (dealt ? Number(dealt.toString().trim()) : 'lost'),
    () => 'unknown',
  );
