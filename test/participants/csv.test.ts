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

/** Reads CSV as a spreadsheet does that expects semicolons: a quotation mark means something at the beginning of a cell alone. */
const readBySemicolons = (text: string): string[] => {
  const cells: string[] = [];
  let at = 1;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
        cell += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    }
    const rest = /^[^;\t\r\n]*/.exec(text.slice(at))?.[0] ?? '';
    cells.push(cell + rest);
    at += rest.length + 1;
  }
  return cells;
};

const formula = /^\s*[=+\-@＝＋－＠]/u;
const withoutApostrophes = (text: string) => text.replaceAll("'", '');

test('whatever people typed comes out of the file as they typed it, and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 5 }), (rows) => {
      const text = csvOf(rows);
      const found = read(text);
      expect(found).toHaveLength(rows.length);
      for (const [r, row] of rows.entries())
        for (const [c, typed] of row.entries()) {
          const cell = found[r]?.[c] ?? 'missing';
          expect(withoutApostrophes(cell)).toBe(withoutApostrophes(typed));
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠\t\r\n]/u);
        }
      expect(readBySemicolons(text).filter((cell) => formula.test(cell))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["Foo;=cmd|' /C calc'!A0;x", "Foo;'=cmd|' /C calc'!A0;x"],
  ['Foo; =1+1', "Foo;' =1+1"],
  ['Foo;"=1+1', `Foo;'"=1+1`],
  ['knee\n- left\n=1+1', "knee\n'- left\n'=1+1"],
  ['semi;colon', 'semi;colon'],
  ['a=b;c-d', 'a=b;c-d'],
])('a formula is hidden in %j in no country', (typed, cell) => {
  expect(read(csvOf([[12, typed]]))[0]).toEqual(['12', cell]);
});

test('a spreadsheet knows that it is UTF-8, and our own numbers stay numbers', () => {
  expect(csvOf([['=1+1', -5, undefined, 'Zoë']])).toBe("\uFEFF'=1+1,-5,,Zoë\r\n");
});
