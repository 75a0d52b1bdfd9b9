import type { LookedAt } from './file-types';

const signature = '\x89PNG\r\n\x1a\n';

/** What a still picture needs. Texts, times, profiles and further pictures are left out. */
const chunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'pHYs', 'bKGD']);

/** https://www.w3.org/TR/png-3/ */
export const lookAtPng = (bytes: Buffer): LookedAt => {
  if (bytes.toString('latin1', 0, 8) !== signature) return { fault: 'damaged' };
  let size: { readonly width: number; readonly height: number } | undefined;
  let hasMore = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return { fault: 'damaged' };
    const kind = bytes.toString('latin1', at + 4, at + 8);
    // The header comes first, and once.
    if ((kind === 'IHDR') !== (at === 8) || (kind === 'IHDR' && length !== 13)) return { fault: 'damaged' };
    if (kind === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (!chunks.has(kind)) hasMore = true;
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
