import { createHash } from 'node:crypto';
import { qrCode, qrPath } from '../../static/src/bib/qr-code';

const text = `SL1.${'AbC-_09z'.repeat(14)}QQ`;

test('a code has the modules that another library draws for it', () => {
  const modules = qrCode(text);
  const rows = modules.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join('')).join('\n');
  // Of uqr 0.1.3, with version 7, level M and the mask that it chose.
  expect(createHash('sha256').update(rows).digest('base64url')).toBe('dc8Sg-tg0qPieVkQ9zVSRMkLdzB5uyFEeacJPBJwp70');
  expect(
    qrPath([
      [true, false],
      [false, true],
    ]),
  ).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
});

test('what is too long for one is refused', () => {
  expect(qrCode('x'.repeat(122))).toHaveLength(45);
  expect(() => qrCode('x'.repeat(123))).toThrow('122 bytes at most');
});
