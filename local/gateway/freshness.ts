import { cacheTtl } from '../../lib/edge';
import type { Answer } from './answer';

/** Seconds in which an answer may be served from the cache. All 0: never. */
export interface Freshness {
  readonly fresh: number;
  /** After that, seconds in which it is served while a new one is fetched. */
  readonly whileRevalidating: number;
  /** After that, seconds in which it is served when the origin fails. */
  readonly ifError: number;
}

export const never: Freshness = { fresh: 0, whileRevalidating: 0, ifError: 0 };

const seconds = (directives: string, name: string): number | undefined => {
  const found = new RegExp(`(?:^|[,\\s])${name}=(\\d+)`, 'i').exec(directives)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** How long the edge keeps an answer: what its Cache-Control says, within the limits of lib/edge.ts. */
export const freshnessOf = ({ status, headers }: Answer): Freshness => {
  // As CloudFront does: a 404 is kept when it says so itself.
  if (![200, 404].includes(status) || 'set-cookie' in headers || headers.vary === '*') return never;
  const said = String(headers['cache-control'] ?? '');
  if (/(^|[,\s])(no-store|no-cache|private)\b/i.test(said)) return never;
  const wanted = seconds(said, 's-maxage') ?? seconds(said, 'max-age') ?? cacheTtl.default;
  const fresh = Math.min(cacheTtl.maximum, Math.max(cacheTtl.minimum, wanted));
  return {
    fresh,
    whileRevalidating: seconds(said, 'stale-while-revalidate') ?? 0,
    ifError: seconds(said, 'stale-if-error') ?? 0,
  };
};
