import { decodeFile } from '../../lambdas/domain/decode-file';
import { csvLine } from '../../static/console/page/save-file';
import * as lines from '../../static/console/results/set-lines';

test.each([
  ['UTF-8', Buffer.from('Zoë'), 'Zoë', 'utf-8', true],
  ['UTF-8 with a mark', Buffer.from('\uFEFFZoë'), 'Zoë', 'utf-8', true],
  ['UTF-16 of a spreadsheet', Buffer.from('\uFEFFZoë', 'utf16le'), 'Zoë', 'utf-16le', true],
  ['UTF-16 without a mark', Buffer.from('Zoë', 'utf16le'), 'Zoë', 'utf-16le', true],
  ['Western European', Buffer.from([0x5a, 0x6f, 0xeb]), 'Zoë', 'windows-1252', false],
])('a file in %s is read, and somebody looks when the encoding is a guess', (_, bytes, text, encoding, isSure) =>
  expect(decodeFile(bytes, 'windows-1252')).toEqual({ text, encoding, isSure }),
);

test('a file in another encoding is read as somebody chose', () =>
  expect(decodeFile(Buffer.from([0x83, 0x5e]), 'shift_jis').text).toBe('タ'));

test('genders, age groups and points are read as they are written', () => {
  for (const group of lines.usualAgeGroups) expect(lines.readAgeGroup(lines.writeAgeGroup(group))).toEqual(group);
  const everybody = { code: 'U20', from: 0, to: 19 };
  expect(lines.readAgeGroup(lines.writeAgeGroup(everybody))).toEqual(everybody);
  const woman = { code: 'f', label: 'Women' };
  expect(lines.readGender(lines.writeGender(woman))).toEqual(woman);
  const point = { code: '5k', label: '5 km, bridge', metres: 5000 };
  expect(lines.readPoint(lines.writePoint(point))).toEqual(point);
});

test.each(['F40', 'F40: forty', 'F40: 40', ': 40-49'])('“%s” is no age group', (line) =>
  expect(lines.readAgeGroup(line)).toBeUndefined(),
);

test('no cell of a file that is saved is taken for a formula', () =>
  expect(csvLine([2, '=1+1', ' ＝1', 'x;=1+1', 'a "b"'])).toBe(`"2","'=1+1","' ＝1","x;'=1+1","a ""b"""`));
