import type { Behaviour } from '../../lib/edge';

const toPattern = (path: string): RegExp => {
  const literal = path.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
};

/** The first behaviour whose path pattern fits, as CloudFront chooses it. The last one must fit everything. */
export const matchBehaviour = (behaviours: readonly Behaviour[]): ((path: string) => Behaviour) => {
  const table = behaviours.map((behaviour) => ({ behaviour, pattern: toPattern(behaviour.path) }));
  return (path) => {
    for (const { behaviour, pattern } of table) if (pattern.test(path)) return behaviour;
    throw new Error(`No behaviour of lib/edge.ts fits ${path}: its last must be "*".`);
  };
};

/** What tells cached answers apart: the path, and the listed query parameters in the order of the list. */
export const cacheKey = (path: string, query: string, listed: readonly string[]): { key: string; query: string } => {
  if (listed.length === 0 || query === '') return { key: path, query: '' };
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of listed) for (const value of given.getAll(name)) kept.append(name, value);
  return { key: `${path}?${kept}`, query: kept.toString() };
};
