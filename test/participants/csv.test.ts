import fc from 'fast-check';
import { csvOf } from '../../lambdas/participants/csv';

/** Reads CSV as RFC 4180 says, cell by cell. */
const read = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text
    .replace('\uFEFF', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
};

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', '"', ',', ';', ' ', 'A1', "'"), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
);

test('whatever people typed comes out of the file as they typed it, and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 5 }), (rows) => {
      const found = read(csvOf(rows));
      expect(found).toHaveLength(rows.length);
      for (const [r, row] of rows.entries())
        for (const [c, text] of row.entries()) {
          const cell = found[r]?.[c] ?? 'missing';
          expect([text, `'${text}`]).toContain(cell);
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠\t\r\n]/u);
        }
    }),
    { numRuns: 2000 },
  );
});

test('a spreadsheet knows that it is UTF-8, and our own numbers stay numbers', () => {
  expect(csvOf([['=1+1', -5, undefined, 'Zoë']])).toBe("\uFEFF'=1+1,-5,,Zoë\r\n");
});
