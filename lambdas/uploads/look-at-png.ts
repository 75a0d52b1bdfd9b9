import type { LookedAt } from './file-types';

const signature = '\x89PNG\r\n\x1a\n';

/**
 * What a still picture needs, each with the most bytes that it can have. Texts, times, profiles and further pictures are left out. All
 * but the data of the picture stand there once: browsers pass over what they do not need, so it would be room for anything.
 */
const chunks: ReadonlyMap<string, number> = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['IDAT', Number.POSITIVE_INFINITY],
  ['IEND', 0],
  ['tRNS', 256],
  ['sRGB', 1],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sBIT', 4],
  ['pHYs', 9],
  ['bKGD', 6],
]);

/** https://www.w3.org/TR/png-3/ */
export const lookAtPng = (bytes: Buffer): LookedAt => {
  if (bytes.toString('latin1', 0, 8) !== signature) return { fault: 'damaged' };
  let size: { readonly width: number; readonly height: number } | undefined;
  let hasMore = false;
  const seen = new Set<string>();
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return { fault: 'damaged' };
    const kind = bytes.toString('latin1', at + 4, at + 8);
    // The header comes first, and once.
    if ((kind === 'IHDR') !== (at === 8) || (kind === 'IHDR' && length !== 13)) return { fault: 'damaged' };
    if (kind === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    const most = chunks.get(kind);
    if (most === undefined) hasMore = true;
    else if (length > most || (kind !== 'IDAT' && seen.has(kind))) return { fault: 'damaged' };
    seen.add(kind);
    if (kind === 'IEND')
      return end !== bytes.length || !size
        ? { fault: 'damaged' }
        : hasMore
          ? { fault: 'has-more' }
          : { type: 'image/png', ...size };
    at = end;
  }
  return { fault: 'damaged' };
};
