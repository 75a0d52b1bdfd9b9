import { createHash } from 'node:crypto';

const longest = 250;
const plain = /^[!-}][!-~]*$/;

/**
 * The key as memcached accepts it: 1 to 250 printable ASCII characters. What already is stays readable; anything else
 * starts with `~`, which no readable key does, so that no two keys meet.
 */
export const encodeKey = (key: string): string => {
  if (key.length <= longest && plain.test(key)) return key;
  // UTF-16, not UTF-8: in UTF-8 every lone surrogate becomes the same replacement character.
  const bytes = Buffer.from(key, 'utf16le');
  const encoded = `~${bytes.toString('base64url')}`;
  return encoded.length <= longest ? encoded : `~#${createHash('sha256').update(bytes).digest('base64url')}`;
};
