import fc from 'fast-check';
import { foldName, isSameName, nameKeys, nameWords } from '../../lambdas/domain/person/fold-name';
import { type Index, leafOfKey } from '../../lambdas/results/files';
import { cutLeaves, rowOf } from '../../lambdas/results/publish/cut-leaves';

test.each([
  ['Zoë Müller-O’Brien', 'zoe muller obrien'],
  ['ŁUKASZ Ødegård', 'lukasz odegard'],
  ['Straße', 'strasse'],
  ['İbrahim ışık', 'ibrahim isik'],
  ['Đorđe Þórsson', 'dorde thorsson'],
  ['Ὀδυσσεύς', 'οδυσσευσ'],
  ['Фёдор', 'федор'],
  ['أحمد بـــن فاطمة', 'احمد بن فاطمه'],
  ['ﬁona', 'fiona'],
  ['ヤマダ', 'やまだ'],
  ['김철수', '김철수'],
  ['が', 'が'],
  ['  J. P.  ', 'j p'],
  ['🏃', ''],
])('%s is compared as "%s"', (name, folded) => {
  expect(foldName(name)).toBe(folded.normalize('NFC'));
});

test('a mark that is not an accent makes another name', () => {
  expect(foldName('कि')).not.toBe(foldName('क'));
  expect(foldName('ตา')).not.toBe(foldName('ต'));
});

test('a name is found by each of its words, by both spellings of a vowel, and without spaces by each letter', () => {
  expect(nameKeys('Anna Maria López')).toEqual(['anna maria lopez', 'maria lopez anna', 'lopez anna maria']);
  expect(nameKeys('Jörg Öz')).toEqual(['jorg oz', 'oz jorg', 'joerg oez', 'oez joerg']);
  expect(nameKeys('山田 太郎')).toEqual(['山田 太郎', '太郎 山田', '山田太郎', '田太郎', '太郎', '郎']);
  expect(nameKeys('a b c d e f g h')).toHaveLength(6);
  expect(nameKeys('’')).toEqual([]);
});

test('the short way for ASCII folds as the long way does, and finds the same words', () => {
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 100 }).map((text) => text.replace(/[^ -~]/g, "'"));
  fc.assert(
    fc.property(ascii, (text) => {
      // An invisible character goes the long way, and means nothing.
      expect(foldName(text)).toBe(foldName(`\u200b${text}`));
      const words = (of: readonly string[]) => [...new Set(of)].filter((word) => word !== '');
      expect(words(nameWords(text))).toEqual(words(nameKeys(text).flatMap((key) => key.split(' '))));
    }),
  );
});

const someScripts = ['abcé ', 'αβΣς ', 'ёжЙ ', 'احمـة ', 'किखा ', '山田太郎', 'ヤマだ', '김철수 ', "o'-ø ", '🏃 x'];
const aName = fc
  .constantFrom(...someScripts)
  .chain((letters) =>
    fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 30 }).map((chosen) => chosen.join('')),
  );

test('in every script, a runner is found in one leaf or the next by each beginning of each of their keys', () => {
  fc.assert(
    fc.property(fc.array(aName, { minLength: 1, maxLength: 60 }), (names) => {
      const rows = names
        .flatMap((name) => nameKeys(name).map((key) => rowOf(key, [key, name])))
        .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      let before = 0;
      // Small leaves: each key that was not there before is a border.
      const cuts = rows.map(({ key }) => key).filter((_, n) => n % 3 === 0);
      const leaves = cutLeaves(rows, [...cuts, ...cuts]);
      const index: Index = leaves.map((leaf) => {
        const entry = [leaf[0]?.key ?? '', before, ''] as const;
        before += leaf.length;
        return entry;
      });
      for (const { key } of rows)
        for (let end = 1; end <= key.length; end++) {
          const start = key.slice(0, end);
          const first = rows.find((row) => row.key >= start);
          const at = leafOfKey(index, start);
          expect([...(leaves[at] ?? []), ...(leaves[at + 1] ?? [])]).toContain(first);
        }
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['Ada O’Brien', 'OBRIEN, Ada', true],
  ['Ada Berg', 'Ada Borg', false],
  ['🏃 ★', ' 🏃  ★ ', true],
  ['🏃', '★', false],
  ['', '', false],
])('%j and %j are the same name: %s', (one, other, isSame) => expect(isSameName(one, other)).toBe(isSame));

test('folding twice changes nothing, and no key is half a character or longer than 80', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
      const folded = foldName(name);
      expect(foldName(folded)).toBe(folded);
      for (const key of nameKeys(name)) {
        expect(key.length).toBeLessThanOrEqual(80);
        expect(key).not.toMatch(/[\uD800-\uDBFF]$/);
      }
    }),
  );
});

test('a plain name is folded as every other: a mark that is dropped changes nothing', () => {
  const plain = fc.stringMatching(/^[a-zA-Z0-9]{1,50}( [a-zA-Z0-9]{1,50}){0,3}$/);
  fc.assert(fc.property(plain, (name) => expect(foldName(name)).toBe(foldName(`'${name}`))));
});
