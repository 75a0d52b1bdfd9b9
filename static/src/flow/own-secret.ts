import * as v from 'valibot';
import { keepUnder, type Shelf } from './kept';

/** 32 random bytes in base64url. */
const secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

/**
 * The secret of this browser's session, made before anything is asked and kept over a reload: the server knows the session
 * by it, or by the cookie that it makes of it. `random`: fills the bytes.
 */
export const ownSecret = (shelf: () => Shelf, random: (bytes: Uint8Array<ArrayBuffer>) => void): (() => string) => {
  const kept = keepUnder(shelf, 'startline:secret', secret);
  return () => {
    const before = kept.read();
    if (before) return before;
    const bytes = new Uint8Array(32);
    random(bytes);
    const made = btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
    kept.write(made);
    return made;
  };
};
