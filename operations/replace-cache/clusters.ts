import type { CacheName, CachePool, Config } from '../../lib/config';

export const cacheNames = ['sessionA', 'sessionB', 'data'] as const satisfies readonly CacheName[];

type Caches = Config['caches'];

const clustersOf = (caches: Caches, cache: CacheName): { readonly first: CachePool; readonly second?: CachePool } => {
  const [first, second] = caches[cache];
  if (!first) throw new Error(`caches.${cache} has no cluster: name at least one.`);
  return { first, ...(second && { second }) };
};

/** Adds a cluster that takes over. Throws when one is being replaced already. */
export const addCluster = (
  caches: Caches,
  cache: CacheName,
  shape: Partial<Pick<CachePool, 'nodeType' | 'nodes'>>,
): Caches => {
  const busy = cacheNames.find((name) => clustersOf(caches, name).second !== undefined);
  if (busy)
    throw new Error(`${busy} has two clusters already. Deploy them, then finish with --cache ${busy} --finish.`);
  const { first } = clustersOf(caches, cache);
  return { ...caches, [cache]: [first, { ...first, ...shape, version: first.version + 1 }] };
};

/** Removes the cluster that was replaced. Throws when there is only one. */
export const dropCluster = (caches: Caches, cache: CacheName): Caches => {
  const { second } = clustersOf(caches, cache);
  if (!second) throw new Error(`${cache} has one cluster only: nothing is being replaced.`);
  return { ...caches, [cache]: [second] };
};
