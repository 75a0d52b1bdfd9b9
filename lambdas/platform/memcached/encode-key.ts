import { createHash } from 'node:crypto';

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
