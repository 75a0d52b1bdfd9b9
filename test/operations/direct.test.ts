import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderOf } from '../../operations/direct/order';
import { readTable } from '../../operations/direct/read-table';
import { book, zip } from '../support/workbook';

test('a command is typed as words, and becomes the message that the function reads', () => {
  expect(orderOf({ command: 'plan-race', race: 'harbour' })).toEqual({ planRace: { raceId: 'harbour' } });
  expect(orderOf({ command: 'beginRace', race: 'harbour' })).toEqual({ beginRace: { id: 'harbour' } });
  expect(
    orderOf({
      command: 'publish-race',
      race: 'harbour',
      file: '{"plan": "abc"}',
      set: ['seen=r17.d4', 'openNow=true', 'note=a=b'],
    }),
  ).toEqual({ publishRace: { plan: 'abc', raceId: 'harbour', seen: 'r17.d4', openNow: true, note: 'a=b' } });
});

test('a command is only tried, where that is said', () => {
  expect(orderOf({ command: 'plan-race', race: 'harbour', dry: true })).toEqual({
    planRace: { raceId: 'harbour' },
    dry: true,
  });
});

test.each([
  [{ command: 'x', file: '[]' }, /one JSON object/],
  [{ command: 'x', file: 'null' }, /one JSON object/],
  [{ command: 'x', file: '{"draft": ' }, /^The file is no JSON: .*\. It must have one object/],
  [{ command: 'x', set: ['nothing'] }, /name=value/],
])('what cannot be read is said: %j', (typed, words) => {
  expect(() => orderOf(typed)).toThrow(words);
});

describe('a file of results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-direct-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const given = (content: Buffer | string) => {
    const path = join(folder, 'times');
    writeFileSync(path, content);
    return path;
  };

  test('is a CSV file or a workbook, whatever it is called', async () => {
    expect(await readTable(given('bib,chip\n17,1:02:03'))).toBe('bib,chip\n17,1:02:03');
    const sheet =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>bib</t></is></c></row><row r="2"><c r="A2"><v>17</v></c></row>';
    expect(await readTable(given(book(sheet)))).toBe('"bib"\r\n"17"');
  });

  test('in an encoding that is a guess is refused until somebody says which, so no name becomes another', async () => {
    const western = given(Buffer.from('bib,name\n1,Zoë', 'latin1'));
    await expect(readTable(western)).rejects.toThrow('is not in UTF-8');
    await expect(readTable(western, 'latin')).rejects.toThrow('--encoding is one of windows-1252,');
    expect(await readTable(western, 'windows-1252')).toBe('bib,name\n1,Zoë');
    expect(await readTable(given(Buffer.from('\uFEFFbib,name\n1,Zoë', 'utf16le')))).toBe('bib,name\n1,Zoë');
  });

  test('that is no whole workbook, unpacks to too much or has too much text is refused, with what to do', async () => {
    await expect(readTable(given('PK and nothing'))).rejects.toThrow('it is no whole workbook. Save it again');
    await expect(readTable(given('a'.repeat(4_000_001)))).rejects.toThrow('may have 4000000. Import it in parts.');
    await expect(readTable(given(Buffer.alloc(20_000_001)))).rejects.toThrow('may have 20000000');
    const bomb = zip([{ name: 'xl/workbook.xml', content: '<a>'.repeat(34_000_000) }]);
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(readTable(given(bomb))).rejects.toThrow('unpacked, it has more than 100 MB');
  });
});
