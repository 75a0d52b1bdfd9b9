import { crc32, deflateSync } from 'node:zlib';

/** A picture of 3 × 2 pixels, as Chromium writes it, in base64. */
const drawn = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAGUlEQVR4AWKaaZz23zjtDBgzzTJOY4ABAAAAAP//DVWxbQAAAAZJREFUAwCRfAgxd3L2qQAAAABJRU5ErkJggg==',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh7/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEBAQEAAAAAAAAAAAAAAAAAAREh/8QAFQEBAQAAAAAAAAAAAAAAAAAABgf/xAAaEQACAgMAAAAAAAAAAAAAAAAAAQIDMjNx/9oADAMBAAIRAxEAPwCPnJkAV2vFA27ZLrP/2Q==',
  'image/webp': 'UklGRj4AAABXRUJQVlA4IDIAAADQAQCdASoDAAIAAQAcJagCdLoB+AADsAD+77t3+0/Ye9g49T9h786//yrBZx4IAAA=',
} as const;

export const png = Buffer.from(drawn['image/png'], 'base64');
export const jpeg = Buffer.from(drawn['image/jpeg'], 'base64');

/** A chunk of a RIFF file. */
const riffChunk = (kind: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(kind, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
};

/** The picture as Chromium writes it, without its colour profile. */
export const bitstream = Buffer.from('0AEAnQEqAwACAAEAHCWoAnS6AfgAA7AA/u+7d/tP2HvYOPU/Ye/Ov/8qwWceCAA=', 'base64');
export const webpOf = (...chunks: readonly (readonly [string, Buffer])[]) =>
  riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks.map(([kind, data]) => riffChunk(kind, data))]));
export const webp = webpOf(['VP8 ', bitstream]);
export const webpWith = (kind: string, data: Buffer) =>
  webpOf(['VP8X', Buffer.from([0, 0, 0, 0, 2, 0, 0, 1, 0, 0])], ['VP8 ', bitstream], [kind, data]);

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');

export const pngChunk = (kind: string, data: Buffer) => {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A grey PNG of any size, which its bytes need not be. */
export const pngOf = (width: number, height: number, ...more: readonly Buffer[]) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    png.subarray(0, 8),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc(100))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A segment of a JPEG, put behind its first two bytes. */
export const jpegWith = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
};
