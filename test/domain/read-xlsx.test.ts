import { isWorkbook, readXlsx } from '../../lambdas/domain/read-xlsx';
import { book, zip } from '../support/workbook';

const read = async (sheet: string) => {
  const answer = await readXlsx(book(sheet));
  return answer.kind === 'read' ? answer.csv.split('\r\n') : answer.why;
};

test('cells are read as people see them: texts, numbers, times of a format, and the values of formulas', async () => {
  const head =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>name</t></is></c><c r="D1" t="str"><v>chip</v></c></row>';
  expect(
    await read(
      [
        head,
        '<row r="2" spans="1:4"><c r="A2"><v>17</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" s="1"><f>B9*2</f><v>0.0578703703703704</v></c></row>',
        '<row r="4"><c r="A4"><v>1.8E1</v></c><c r="B4" t="s"><v>2</v></c><c r="D4" s="2"><v>1.0000052083</v></c></row>',
        '<row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5" t="e"><v>#N/A</v></c><c r="C5" t="s"><v>3</v></c><c r="D5" s="3"><v>45000.5</v></c></row>',
        '<row r="6"><c r="A6"><v>19</v></c></row>',
        '<row r="7"/>',
      ].join(''),
    ),
  ).toEqual([
    '"bib","name","","chip"',
    '"17","Zoë & Co","","1:23:20"',
    '',
    '"18","Bo Li","","24:00:00.450"',
    '"1","","","45000.5"',
    '"19","","",""',
    '',
  ]);
});

test('a cell has no quotation mark that ends it, and no end of a line', async () =>
  expect(await read('<row><c t="str"><v>a "b",&#10;c</v></c></row>')).toEqual(['"a ""b"", c"']));

test('names may have a prefix', async () =>
  expect(await read('<x:row r="1"><x:c r="A1"><x:v>5</x:v></x:c></x:row>')).toEqual(['"5"']));

test.each([
  ['an empty sheet', book(''), 'no-sheet'],
  ['a sheet of too many rows', book('<row r="60001"><c><v>1</v></c></row>'), 'too-many-rows'],
  ['rows of one number without end', book('<row r="1"/>'.repeat(60_001)), 'too-many-rows'],
  ['a row number that is none', book('<row r="x"><c><v>1</v></c></row>'), 'too-many-rows'],
  ['a zip file without a workbook', zip([{ name: 'a.txt', content: 'a' }]), 'not-xlsx'],
  ['half a file', book('<row/>').subarray(0, 300), 'not-xlsx'],
  ['two letters', Buffer.from('PK'), 'not-xlsx'],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'old'],
  ['a part with a password', zip([{ name: 'xl/workbook.xml', content: 'a', flags: 1 }]), 'encrypted'],
])('%s says why it cannot be read', async (_, file, why) => {
  expect(isWorkbook(file)).toBe(true);
  expect(await readXlsx(file)).toEqual({ kind: 'unreadable', why });
});

test('a file that says it is small is not unpacked beyond the limit', async () => {
  const bomb = zip([
    { name: 'xl/workbook.xml', content: ' '.repeat(101_000_000) },
    { name: 'xl/_rels/workbook.xml.rels', content: '' },
  ]);
  expect(bomb.length).toBeLessThan(200_000);
  expect(await readXlsx(bomb)).toEqual({ kind: 'unreadable', why: 'too-large' });
});

test('a small file whose cells share one long text is not written out', async () => {
  const long = `<sst><si><t>${'a '.repeat(500_000)}</t></si></sst>`;
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
  const files = [
    { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet r:id="r"/></sheets></workbook>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="r" Target="s.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', content: long },
    { name: 'xl/s.xml', content: `<worksheet><sheetData>${row.repeat(100)}</sheetData></worksheet>` },
  ];
  const bomb = zip(files);
  expect(bomb.length).toBeLessThan(10_000);
  expect(await readXlsx(bomb)).toEqual({ kind: 'unreadable', why: 'too-large' });
});

test('bytes that cannot be unpacked are no workbook', async () => {
  const file = book('<row r="1"><c r="A1"><v>5</v></c></row>');
  for (let at = 40; at < 80; at++) file[at] = 0xff;
  expect(await readXlsx(file)).toMatchObject({ kind: 'unreadable' });
});

test('a file of which half is missing is read as fast as a whole one', async () => {
  const [began, count] = [performance.now(), 100_000];
  for (const open of ['<row>', '<row><c><v>', '<row ', '<row><c t="inlineStr"><is><rPh>'])
    expect(await read(open.repeat(count))).toBe('no-sheet');
  // With one more look at the rest for each of them it takes minutes.
  expect(performance.now() - began).toBeLessThan(5000);
});
