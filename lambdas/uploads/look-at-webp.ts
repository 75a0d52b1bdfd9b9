import type { LookedAt } from './file-types';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A still picture with its transparency and its colour profile: https://developers.google.com/speed/webp/docs/riff_container */
const chunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP']);

export const lookAtWebp = (bytes: Buffer): LookedAt => {
  const word = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < 20 || word(0) !== 'RIFF' || word(8) !== 'WEBP') return { fault: 'damaged' };
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return { fault: 'damaged' };
  const sizes: Size[] = [];
  let pictures = 0;
  let hasMore = false;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const kind = word(at);
    const length = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length !== length) return { fault: 'damaged' };
    if (!chunks.has(kind)) hasMore = true;
    if (kind === 'VP8X' || kind === 'VP8 ' || kind === 'VP8L') {
      const size = sizeOf(kind, data);
      if (!size) return { fault: 'damaged' };
      sizes.push(size);
      if (kind !== 'VP8X') pictures++;
    }
    at += 8 + length + (length % 2);
  }
  const [first] = sizes;
  if (at !== bytes.length || pictures !== 1 || !first) return { fault: 'damaged' };
  // What is declared is what is drawn.
  if (sizes.some(({ width, height }) => width !== first.width || height !== first.height)) return { fault: 'damaged' };
  return hasMore ? { fault: 'has-more' } : { type: 'image/webp', ...first };
};

const sizeOf = (kind: 'VP8X' | 'VP8 ' | 'VP8L', data: Buffer): Size | undefined => {
  if (data.length < 10) return undefined;
  if (kind === 'VP8X') return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  if (kind === 'VP8 ')
    return data.readUIntBE(3, 3) === 0x9d012a
      ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
      : undefined;
  if (data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
};
