import { createHash } from 'node:crypto';

const maxKeyBytes = 250;
// What is not allowed is found faster than what is allowed is checked, and every request passes here.
const unreadable = /^~|[^!-~]/;

/**
 * The key as memcached accepts it: 1 to 250 printable ASCII characters. What already is stays readable; anything else
 * starts with `~`, which no readable key does, so that no two keys meet.
 */
export const encodeKey = (key: string): string => {
  if (key.length > 0 && key.length <= maxKeyBytes && !unreadable.test(key)) return key;
  // UTF-16, not UTF-8: in UTF-8 every lone surrogate becomes the same replacement character.
  const bytes = Buffer.from(key, 'utf16le');
  const encoded = `~${bytes.toString('base64url')}`;
  return encoded.length <= maxKeyBytes ? encoded : `~#${createHash('sha256').update(bytes).digest('base64url')}`;
};
