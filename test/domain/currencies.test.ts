import { readFileSync } from 'node:fs';
import { currencyCodes, currencyOf } from '../../lambdas/domain/money/currencies';
import { wordsOf } from '../../lambdas/mail/letters/render';
import { en } from '../../lambdas/mail/letters/texts/en';
import { money } from '../../static/src/page/money';

/** An amount of 123456 as a person reads it, in digits only. */
const digitsOf = (text: string) => text.replace(/[^\d.]/g, '');

// The runtime has a table of its own, which differs (HUF) and changes with its version.
test.each(currencyCodes)('page and mails write %s with the decimals that the processor counts', (code) => {
  const expected = currencyOf(code)?.decimals === 0 ? '123456' : '1234.56';
  expect(digitsOf(money(123_456, code))).toBe(expected);
  expect(digitsOf(wordsOf(en).inMoney(123_456, code))).toBe(expected);
});

test('the documentation lists the same currencies', () => {
  const [, list = ''] = /refuses every other\.\s+([A-Z, ]+)\./.exec(readFileSync('docs/payments.md', 'utf8')) ?? [];
  expect(list.split(', ')).toEqual([...currencyCodes]);
});

test('no race has a currency of another country’s list, or one that is a word of the language', () => {
  for (const code of ['ISK', 'KWD', 'XXX', 'eur', 'toString', '__proto__']) expect(currencyOf(code)).toBeUndefined();
});
