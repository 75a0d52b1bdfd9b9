import { createHash } from 'node:crypto';
import { MemcachedError } from './memcached';
import type { Reply } from './reply-reader';

const maxKeyBytes = 250;
// Searching for one forbidden character is faster than checking that all are allowed, and every request passes here.
const unreadable = /^~|[^!-~]/;

/**
 * The key as memcached accepts it: 1 to 250 printable ASCII characters. A key that is acceptable stays as it is. Any
 * other is encoded and starts with `~`, as no acceptable key does, so no two keys become one.
 */
export const encodeKey = (key: string): string => {
  if (key.length > 0 && key.length <= maxKeyBytes && !unreadable.test(key)) return key;
  // UTF-16, because in UTF-8 all lone surrogates become the same replacement character.
  const bytes = Buffer.from(key, 'utf16le');
  const encoded = `~${bytes.toString('base64url')}`;
  return encoded.length <= maxKeyBytes ? encoded : `~#${createHash('sha256').update(bytes).digest('base64url')}`;
};

const maxTtlSeconds = 30 * 24 * 60 * 60;

/**
 * A time to live as memcached reads it. Memcached takes more than 30 days for a date and 0 for "never expires". So a
 * longer time is shortened, and a time of 0 or less expires at once. Fractions are rounded up. Throws RangeError for
 * NaN.
 */
export const wholeSeconds = (seconds: number): number => {
  if (Number.isNaN(seconds)) throw new RangeError('a time to live must be a number of seconds, not NaN');
  return seconds <= 0 ? -1 : Math.min(Math.ceil(seconds), maxTtlSeconds);
};

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
