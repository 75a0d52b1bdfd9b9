import { decodePicture, type Picture } from '../../static/console/desk/decode-picture';
import { qrCode } from '../../static/src/bib/qr-code';

const code = `SL1.${'AbC-_09z'.repeat(14)}QQ`;
const quiet = 4;

interface Shot {
  /** Pixels a module. */
  readonly scale?: number;
  readonly degrees?: number;
  /** How much the far edge of the code is smaller than the near one. */
  readonly tilt?: number;
  /** How far a pixel is from black or white, of 255. */
  readonly noise?: number;
}

/** A photo of a code: each pixel asks what the plane of the code has there. */
const photo = (text: string, { scale = 5, degrees = 0, tilt = 0, noise = 0 }: Shot): Picture => {
  const rows = qrCode(text);
  const side = rows.length + 2 * quiet;
  const [width, height] = [Math.round(side * scale * 1.5), Math.round(side * scale * 1.5)];
  const data = new Uint8ClampedArray(width * height * 4);
  const angle = (degrees * Math.PI) / 180;
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31 - 0.5;
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const near = 1 + tilt * (y / height - 0.5);
      const [dx, dy] = [(x - width / 2) / near, (y - height / 2) / near];
      const column = (dx * Math.cos(angle) + dy * Math.sin(angle)) / scale + side / 2 - quiet;
      const row = (dy * Math.cos(angle) - dx * Math.sin(angle)) / scale + side / 2 - quiet;
      const isDark = rows[Math.floor(row)]?.[Math.floor(column)];
      const grey = (isDark ? 40 : 215) + random() * noise;
      data.set([grey, grey, grey, 255], (y * width + x) * 4);
    }
  return { width, height, data };
};

test.each<[string, Shot]>([
  ['straight', {}],
  ['small: three pixels a module', { scale: 3 }],
  ['upside down', { degrees: 180 }],
  ['askew', { degrees: 33 }],
  ['tilted away', { degrees: 12, tilt: 0.12, noise: 30 }],
  ['in bad light', { noise: 120 }],
])('a check-in code is read from a picture that is %s', (_, shot) => {
  expect(decodePicture(photo(code, shot))).toBe(code);
});

test('in a picture without a code, or with the half of one, nothing is read', () => {
  const { width, height, data } = photo(code, {});
  expect(decodePicture({ width, height, data: data.map(() => 200) })).toBeUndefined();
  const half = data.map((value, at) => (at / 4 / width > height / 2 ? 215 : value));
  expect(decodePicture({ width, height, data: half })).toBeUndefined();
  expect(decodePicture({ width: 1, height: 1, data: new Uint8ClampedArray(4) })).toBeUndefined();
});
