import { rules } from '../../lambdas/api/form/definition/question-types';
import { readBibFile } from '../../lambdas/bibs/giving/plan-file';
import { plainDigits } from '../../lambdas/domain/plain-digits';
import { readSearch } from '../../lambdas/participants/participant';
import { searchOf } from '../../lambdas/results/show/find-rows';
import { readRows } from '../../lambdas/results/take/read-rows';
import { readRange } from '../../static/console/bibs/ranges';
import { readFields } from '../../static/console/commands/fields';
import { type DeskPerson, findPeople } from '../../static/console/desk/desk-list';
import { scaled } from '../../static/console/editing/draft';
import { searchable } from '../../static/console/participants/wanted';
import { bibIn, timeIn } from '../../static/console/race/feed/feed-draft';
import { readAgeGroup, readPoint } from '../../static/console/results/set-lines';
import { amountIn } from '../../static/src/entry/amounts';
import { nothingTyped } from '../../static/src/flow/draft';
import { readIdentity } from '../../static/src/flow/runner';

/** The ten digits of every way of writing numbers that has one character for each. */
const scripts = Intl.supportedValuesOf('numberingSystem').flatMap((script) => {
  const format = new Intl.NumberFormat(`en-u-nu-${script}`);
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  return digits.every((digit) => /^\p{Nd}$/u.test(digit)) ? [[script, digits] as const] : [];
});

test('digits of every script are read as the number that they are', () => {
  expect(scripts.map(([script]) => script)).toEqual(
    expect.arrayContaining(['arab', 'arabext', 'beng', 'deva', 'thai']),
  );
  for (const [script, digits] of scripts)
    expect([script, digits.map(plainDigits).join('')]).toEqual([script, '0123456789']);
});

test('Unicode has nothing but whole sets of ten digits, so none is read as another', () => {
  let run = 0;
  const runs = new Set<number>();
  for (let code = 0; code <= 0x10ffff; code++)
    if (/\p{Nd}/u.test(String.fromCodePoint(code))) run++;
    else if (run > 0) {
      runs.add(run % 10);
      run = 0;
    }
  expect([...runs]).toEqual([0]);
});

test.each(['', '12', 'Ada 7', 'أحمد', '½ Ⅷ ①'])('what has no such digits stays as it is: %s', (text) =>
  expect(plainDigits(text)).toBe(text),
);

const money = { currency: 'EUR', timeZone: 'UTC' };

/** As somebody types it with a keyboard for Persian. */
const persian = (text: string) => text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '');

test('a number with the marks of Arabic for decimals and thousands is read, too', () => {
  expect(amountIn('١٢٫٥٠', 'EUR')).toBe(1250);
  expect(scaled('٤٢٫١٩٥', 3)).toBe(42_195);
  const fields = (['money', 'whole'] as const).map((kind) => ({ name: kind, label: '', kind }));
  expect(readFields(fields, { money: '١٢٫٥', whole: '١٬٢٠٠' }, money)).toEqual({
    values: { money: 1250, whole: 1200 },
  });
});

const wearer = (bib: number): DeskPerson => ({
  registrationId: `${bib}`,
  firstName: 'Ada',
  lastName: 'Runner',
  eventId: 'ten',
  bib,
  isLive: true,
  times: 0,
});
const events = [{ id: 'ten', name: 'دو' }] as unknown as Parameters<typeof readRange>[0];
const typed = { ...nothingTyped, firstName: 'Ada', lastName: 'Runner', email: 'ada@example.com' };
const asked = { id: 'q', type: 'number', label: '' } as unknown as Parameters<typeof rules.number.read>[1];
const uuid = '0196a5c0-0000-7000-8000-000000000001';

test.each<readonly [string, string, (text: string) => unknown]>([
  ['who is searched in results', '417', searchOf],
  ['who is searched in the list of participants', '417', readSearch],
  ['whether the list is searched', '4', searchable],
  ['who comes to a desk', '41', (text) => findPeople([wearer(4), wearer(41)], text, true).people],
  ['who is told of in the feed', '417', bibIn],
  ['a time in the feed', '1:09:05.4', timeIn],
  [
    'a number of a command',
    '1,200',
    (text) => readFields([{ name: 'n', label: '', kind: 'whole' }], { n: text }, money),
  ],
  [
    'an amount of a command',
    '12.50',
    (text) => readFields([{ name: 'n', label: '', kind: 'money' }], { n: text }, money),
  ],
  ['a range of bibs', 'دو: 1-500, 40-49', readRange(events)],
  ['an age group', 'F40: f 40-49', (line) => readAgeGroup(line.replace(/^[^:]*/, 'F40'))],
  ['a point of the course', 'k5: نیمه, 5000', (line) => readPoint(line.replace(/^[^:]*/, 'k5'))],
  ['a number of a race', '42.195', (text) => scaled(text, 3)],
  ['a donation', '12,50', (text) => amountIn(text, 'EUR')],
  ['an answer that is a number', '-12', (text) => rules.number.read(text, asked)],
  ['an answer that is a date', '1990-5-7', (text) => rules.date.read(text, asked)],
  ['an answer that is a length of time', '3:30:00', (text) => rules.duration.read(text, asked)],
  ['a phone number', '+49 731 123456', (text) => rules.phone.read(text, asked)],
  [
    'a birth date',
    '07.05.1990',
    (text) => {
      const [birthDay = '', birthMonth = '', birthYear = ''] = text.split('.');
      return readIdentity({ ...typed, birthDay, birthMonth, birthYear }, '2026-01-01');
    },
  ],
  ['a file of bibs', '417', (bib) => readBibFile(`registration,bib\n${uuid},${bib}`)],
  [
    'a file of results',
    '417,1:09:05',
    (row) => readRows(`bib,chip\n${row}`, { rankBy: 'chip', points: [], genders: [], events: [], year: 2026 }, {}),
  ],
])('%s is read in Persian digits as in others', (_, text, read) => {
  expect(persian(text)).not.toBe(text);
  expect(read(persian(text))).toEqual(read(text));
  expect(JSON.stringify(read(text)) ?? '').toMatch(/\d|true/);
});
