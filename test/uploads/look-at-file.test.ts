import fc from 'fast-check';
import type { FileType } from '../../lambdas/uploads/file-types';
import { lookAtFile } from '../../lambdas/uploads/look-at-file';
import { bitstream, jpeg, jpegWith, pdf, png, pngChunk, pngOf, webp, webpOf, webpWith } from './files';

const size = { width: 3, height: 2 };
const good: readonly (readonly [FileType, Buffer, object])[] = [
  ['image/png', png, size],
  ['image/jpeg', jpeg, size],
  ['image/webp', webp, size],
  ['application/pdf', pdf, {}],
];

test.each(good)('a %s is known by its bytes, with its size', (type, bytes, more) =>
  expect(lookAtFile(bytes, type)).toEqual({ type, ...more }),
);

test.each(good)('a file that is said to be %s and begins as another type is refused', (type) => {
  for (const [other, bytes] of good) if (other !== type) expect(lookAtFile(bytes, type)).toEqual({ fault: 'damaged' });
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html><script>1</script>',
    'PK\x03\x04',
    '',
  ])
    expect(lookAtFile(Buffer.from(text), type)).toEqual({ fault: 'damaged' });
});

test.each(good)('nothing may come before or behind a %s, and none may be cut off', (type, bytes) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (some) => {
      const more = Buffer.from(some);
      // Space behind a PDF is nothing.
      fc.pre(more.toString('latin1').trim() !== '');
      expect(lookAtFile(Buffer.concat([bytes, more]), type)).toEqual({ fault: 'damaged' });
      expect(lookAtFile(Buffer.concat([more, bytes]), type)).toEqual({ fault: 'damaged' });
    }),
  );
  for (let end = 0; end < bytes.length - 1; end++)
    expect(lookAtFile(bytes.subarray(0, end), type)).toEqual({ fault: 'damaged' });
});

test.each(good)('any other bytes in a %s are looked at without an error', (type, bytes) =>
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const other = Buffer.from(bytes);
      other[at] = value;
      expect(Object.keys(lookAtFile(other, type))[0]).toMatch(/type|fault/);
    }),
  ),
);

const place = Buffer.from('Exif\0\0GPS 52.5 N 13.4 E');
test.each<[string, FileType, Buffer]>([
  ['EXIF of a JPEG', 'image/jpeg', jpegWith(0xe1, place)],
  ['a comment of a JPEG', 'image/jpeg', jpegWith(0xfe, Buffer.from('<script>'))],
  ['a program’s segment of a JPEG', 'image/jpeg', jpegWith(0xe2, Buffer.from('MPF\0another picture'))],
  ['a small picture in a JPEG', 'image/jpeg', jpegWith(0xe0, Buffer.from('JFXX\0another picture'))],
  ['what stands behind the version of a JPEG', 'image/jpeg', jpegWith(0xe0, Buffer.from('JFIF\0<script>1</script>'))],
  ['an archive where a JPEG names its colours', 'image/jpeg', jpegWith(0xee, Buffer.from('PK\x05\x06an archive'))],
  ['EXIF of a PNG', 'image/png', pngOf(3, 2, pngChunk('eXIf', place))],
  ['a text of a PNG', 'image/png', pngOf(3, 2, pngChunk('tEXt', place))],
  ['a text of a PNG that grows when it is unpacked', 'image/png', pngOf(3, 2, pngChunk('zTXt', place))],
  ['frames of a PNG that moves', 'image/png', pngOf(3, 2, pngChunk('acTL', Buffer.alloc(8)))],
  ['EXIF of a WebP', 'image/webp', webpWith('EXIF', place)],
  ['XMP of a WebP', 'image/webp', webpWith('XMP ', place)],
  ['frames of a WebP that moves', 'image/webp', webpWith('ANMF', Buffer.alloc(16))],
])('%s is found', (_, type, bytes) => expect(lookAtFile(bytes, type)).toEqual({ fault: 'has-more' }));

const clear = pngChunk('tRNS', Buffer.alloc(2));
test.each<[string, FileType, Buffer, string]>([
  ['a PNG of a few bytes that is a wall of pixels', 'image/png', pngOf(60_000, 60_000), 'too-many-pixels'],
  [
    'a PNG that goes on in its end',
    'image/png',
    Buffer.concat([png.subarray(0, -12), pngChunk('IEND', Buffer.from('PK\x05\x06'))]),
    'damaged',
  ],
  ['a PNG with a page for a background', 'image/png', pngOf(3, 2, pngChunk('bKGD', place)), 'damaged'],
  ['a PNG that says twice how clear it is', 'image/png', pngOf(3, 2, clear, clear), 'damaged'],
  ['a PNG without pixels', 'image/png', pngOf(0, 2), 'damaged'],
  [
    'a WebP that declares another size than it draws',
    'image/webp',
    sized(webpWith('ALPH', Buffer.alloc(2))),
    'damaged',
  ],
  ['a WebP with two pictures', 'image/webp', webpOf(['VP8 ', bitstream], ['VP8 ', bitstream]), 'damaged'],
  ['a WebP without a picture', 'image/webp', webpOf(['VP8X', Buffer.from([0, 0, 0, 0, 2, 0, 0, 1, 0, 0])]), 'damaged'],
  [
    'a PDF that is an archive as well',
    'application/pdf',
    Buffer.concat([pdf, Buffer.from('PK\x05\x06'), pdf.subarray(9)]),
    'damaged',
  ],
])('%s is refused', (_, type, bytes, fault) => expect(lookAtFile(bytes, type)).toEqual({ fault }));

/** The canvas of the container is wider than its picture. */
function sized(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  other[24] = 200;
  return other;
}
