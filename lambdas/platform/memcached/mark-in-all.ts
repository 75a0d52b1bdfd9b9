import type { Memcached } from './memcached';

/**
 * Marks a key in one pool after the other, and says whether this caller is the first. Callers that come at once meet in
 * the first pool that they all reach, so one of them is first: in parallel, each could be second in another pool. A pool
 * that fails is passed over. Throws when all of them fail.
 */
export const markInAll = async (
  pools: readonly Pick<Memcached, 'add'>[],
  key: string,
  seconds: number,
): Promise<boolean> => {
  const failures: unknown[] = [];
  for (const pool of pools) {
    try {
      // A pool that was away knows nothing, so a caller that is second in any pool is second.
      if (!(await pool.add(key, '1', seconds))) return false;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === pools.length) throw failures[0];
  return true;
};
