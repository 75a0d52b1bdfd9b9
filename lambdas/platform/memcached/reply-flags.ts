import { MemcachedError } from './memcached';
import type { Reply } from './reply-reader';

/** The reply, when its code is one of those. Throws MemcachedError. */
export const answered = (reply: Reply, expected: readonly string[]): Reply => {
  if (expected.includes(reply.code)) return reply;
  throw new MemcachedError('server', `memcached answered ${reply.code} where ${expected.join(' or ')} was expected`);
};

/** What follows the letter of a flag: `42` of `c42`. */
export const flagOf = ({ flags }: Reply, letter: string): string | undefined =>
  flags.find((flag) => flag.startsWith(letter))?.slice(1);

/** An empty value that somebody is loading (W or Z) is the place kept for it, not a value. */
export const loadedValue = ({ value, flags }: Reply): Buffer | undefined =>
  value?.length === 0 && flags.some((flag) => flag === 'W' || flag === 'Z') ? undefined : value;
