import * as v from 'valibot';
import { keepUnder, type StorageArea } from './kept';

/** 32 random bytes in base64url. */
const secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

/**
 * The secret of this browser's session. It is made before the first request and survives a reload. The server finds the
 * session by it, or by the cookie that it derives from it. `random` fills the bytes.
 */
export const ownSecret = (
  area: () => StorageArea,
  random: (bytes: Uint8Array<ArrayBuffer>) => void,
): (() => string) => {
  const kept = keepUnder(area, 'startline:secret', secret);
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

/**
 * A UUID version 7 ([RFC 9562](https://www.rfc-editor.org/rfc/rfc9562#section-5.7)). `now` in milliseconds; `random`: 10
 * bytes.
 */
export const uuid7 = (now: number, random: Uint8Array): string => {
  const time = Math.floor(now).toString(16).padStart(12, '0');
  const hex = Array.from(random.slice(0, 10), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((random[9] ?? 0) & 0x3) | 0x8;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant.toString(16)}${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
};
