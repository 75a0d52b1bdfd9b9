import type { LookedAt } from './file-types';

/**
 * What segments of programs begin with that may stay: the version, a colour profile, and how Adobe's programs store colours. Two of them
 * have one length: a longer one has a picture or anything else in it.
 */
const known: ReadonlyMap<number, { readonly mark: string; readonly length?: number }> = new Map([
  [0xe0, { mark: 'JFIF\0', length: 16 }],
  [0xe2, { mark: 'ICC_PROFILE\0' }],
  [0xee, { mark: 'Adobe', length: 14 }],
]);
const [startOfScan, endOfImage] = [0xda, 0xd9];
/** Tables, restarts and frames of pictures that browsers show: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1 */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const tables = new Set([0xc4, 0xdb, 0xdd]);

/** A JPEG without EXIF, comments and other segments of programs. A colour profile may be in it. */
export const lookAtJpeg = (bytes: Buffer): LookedAt => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return { fault: 'damaged' };
  let size: { readonly width: number; readonly height: number } | undefined;
  let hasMore = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return { fault: 'damaged' };
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage)
      return at + 2 !== bytes.length || !size
        ? { fault: 'damaged' }
        : hasMore
          ? { fault: 'has-more' }
          : { type: 'image/jpeg', ...size };
    if (at + 4 > bytes.length) return { fault: 'damaged' };
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return { fault: 'damaged' };
    if (frames.has(marker)) {
      // A second frame is a second picture.
      if (size || end < at + 9) return { fault: 'damaged' };
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    } else if (marker === startOfScan) {
      at = endOfScan(bytes, end);
      continue;
    } else if (!tables.has(marker)) {
      const length = end - at - 2;
      const kept = known.get(marker);
      const isMarked = kept && bytes.toString('latin1', at + 4, end).startsWith(kept.mark);
      if (!isMarked || (kept.length ?? length) !== length) hasMore = true;
    }
    at = end;
  }
  return { fault: 'damaged' };
};

/** Where the next marker is. In the data of a scan, FF is followed by 00 or by the number of a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
};
