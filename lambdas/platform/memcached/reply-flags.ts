import { MemcachedError } from './memcached';
import type { Reply } from './reply-reader';

/** The reply, if its code is one of `expected`. Throws MemcachedError otherwise. */
export const expectCode = (reply: Reply, expected: readonly string[]): Reply => {
  if (expected.includes(reply.code)) return reply;
  throw new MemcachedError('server', `memcached answered ${reply.code} where ${expected.join(' or ')} was expected`);
};

/** The text after a flag's letter: `42` of `c42`. */
export const flagOf = ({ flags }: Reply, letter: string): string | undefined =>
  flags.find((flag) => flag.startsWith(letter))?.slice(1);

/** An empty value that is being loaded (flag W or Z) is a placeholder, not a value. */
export const loadedValue = ({ value, flags }: Reply): Buffer | undefined =>
  value?.length === 0 && flags.some((flag) => flag === 'W' || flag === 'Z') ? undefined : value;
