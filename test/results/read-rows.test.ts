import fc from 'fast-check';
import { readCsv } from '../../lambdas/domain/read-csv';
import { type ReadRows, readRows } from '../../lambdas/results/take/read-rows';
import { readTime, readTimeCell } from '../../lambdas/results/take/read-time';

const known = {
  rankBy: 'chip' as const,
  points: [{ code: '5k', label: '5 km' }],
  genders: [
    { code: 'f', label: 'Women' },
    { code: 'm', label: 'Men' },
  ],
  events: [],
  year: 2026,
};
const read = (text: string, columns: Parameters<typeof readRows>[2] = {}) => readRows(text, known, columns);
const rowsOf = (text: string, columns?: Parameters<typeof readRows>[2]): ReadRows => {
  const found = read(text, columns);
  if (found.kind !== 'rows') throw new Error(`It cannot be read: ${JSON.stringify(found)}`);
  return found;
};

test.each([
  ['1:23:45', 5_025_000],
  ['01:23:45.6', 5_025_600],
  ['1:23:45,067', 5_025_067],
  ['83:45', 5_025_000],
  ['0:00:00', 0],
  ['99:59:59.999', 359_999_999],
  ['62:03', 3_723_000],
  ['PT1H02M03S', 3_723_000],
  ['PT62M3.4S', 3_723_400],
  ['PT62M3,4S', 3_723_400],
  ['pt1h2m3s', 3_723_000],
  ['PT3723.0674999S', 3_723_067],
  ['PT1H', 3_600_000],
  ['P1DT2H', 93_600_000],
  ['P0DT0H19M30S', 1_170_000],
  ['PT0S', 0],
] as const)('%s is %i ms', (text, ms) => expect(readTime(text)).toBe(ms));

test.each([
  ...['', '5025', '1:2', '1:60:00', '1:00:60', '-1:00:00', '100:00', '1:23:45.6789', '1h23m', '1h02m03s', '1:23:45 PM'],
  ...[
    'P',
    'PT',
    'P1DT',
    'PT1',
    '1H2M',
    'PT-3S',
    '-PT3S',
    'PT1.5H',
    'PT3S2M',
    'P1M',
    'P1Y',
    'P1W',
    'PT1H PT2M',
    'PT3.S',
  ],
])('%j is no time', (text) => expect(readTime(text)).toBeUndefined());

test.each([
  ['sep=;\r\nbib;name\r\n1;"a,b"\r\n', ['a,b'], 3],
  ['\uFEFFsep=,\r\nbib,name\r\n1,"a;b;c"\r\n2,"d;e;f"\r\n', ['a;b;c', 'd;e;f'], 3],
  ['"sep=;"\nbib;name\n1;sep=,\n', ['sep=,'], 3],
  ['SEP=\t\nbib\tname\n1\ta', ['a'], 3],
])('the first line of %j names the delimiter, and is no head', (text, names, line) => {
  const found = readCsv(text);
  if (found.kind !== 'read') throw new Error(found.kind);
  const [head, ...rows] = found.rows;
  expect(head?.cells).toEqual(['bib', 'name']);
  expect(rows.map(({ cells }) => cells[1])).toEqual(names);
  expect(rows[0]?.line).toBe(line);
});

test('whatever is in the cells of a file, they are read as they were written', () => {
  const aCell = fc.stringMatching(/^[a-z,;|\t"\r\n äß王]{0,6}$/).filter((cell) => cell.trim() !== '');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(aCell, aCell, aCell), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\uFEFF'),
      (rows, delimiter, end, mark) => {
        // A head without any sign, as files have it, tells the delimiter.
        const head = ['a', 'b', 'c'].join(delimiter);
        const text = rows
          .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
          .join(end);
        const found = readCsv(`${mark}${head}${end}${text}${end}`);
        expect(found.kind === 'read' && found.rows.slice(1).map(({ cells }) => cells)).toEqual(rows);
      },
    ),
    { numRuns: 300 },
  );
});

test('what software of timers writes is read without a word: bibs, names, times, verdicts, and points of the course', () => {
  const { rows, refused, columns } = rowsOf(
    [
      'StNr;Vorname;Nachname;Sex;Nation;Status;Netto;Brutto;5 km;Medal',
      '7;Zoë;Müller;W;ger;OK;1:23:45,6;1:24:00;19:30;yes',
      '8;José;;Men;;DNF;;;20:01;',
    ].join('\r\n'),
  );
  expect(refused).toEqual([]);
  expect(rows).toEqual([
    {
      line: 2,
      change: {
        bib: 7,
        name: 'Zoë Müller',
        gender: 'f',
        country: 'GER',
        status: 'finished',
        chipMs: 5_025_600,
        gunMs: 5_040_000,
        splits: { '5k': 1_170_000 },
      },
    },
    { line: 3, change: { bib: 8, name: 'José', gender: 'm', status: 'dnf', splits: { '5k': 1_201_000 } } },
  ]);
  expect(columns).toMatchObject({ StNr: 'bib', Netto: 'chip', '5 km': 'split:5k', Medal: null });
});

test('a bib may be printed with zeros before it', () =>
  expect(rowsOf('bib,name\n007,A\n000,B').rows.map(({ change }) => change.bib)).toEqual([7]));

test('a column can be named for what it is, or left out', () => {
  const { rows } = rowsOf('nr,zeit,toString\n5,1:00:00,x', { nr: 'bib', zeit: 'gun' });
  expect(rows).toEqual([{ line: 2, change: { bib: 5, gunMs: 3_600_000 } }]);
  expect(read('bib,time\n5,1', { clock: 'gun' })).toEqual({ kind: 'no-such-column', column: 'clock' });
  expect(read('bib,number\n5,1')).toMatchObject({ kind: 'two-columns', column: 'number', columns: { bib: 'bib' } });
  expect(rowsOf('bib,number\n5,1', { number: null }).rows).toHaveLength(1);
});

test.each([
  ['Dorsal;Nombre;Apellidos', '5;Ada;Ortega', 'Ada Ortega', { Nombre: 'firstName', Apellidos: 'lastName' }],
  ['N° dossard;Nom;Prénom', '5;Ortega;Ada', 'Ada Ortega', { Nom: 'lastName', Prénom: 'firstName' }],
  ['Startnr.;Name;Vorname', '5;Ortega;Ada', 'Ada Ortega', { Name: 'lastName', Vorname: 'firstName' }],
  ['Pettorale;Cognome;Nome', '5;Ortega;Ada', 'Ada Ortega', { Cognome: 'lastName', Nome: 'firstName' }],
  ['bib;first;last;name', '5;A.;O.;Ada Ortega', 'Ada Ortega', { name: 'name' }],
])('beside one half of a name, %s has the other half in its column for names', (head, row, name, columns) => {
  const read = rowsOf(`${head}\n${row}\n`);
  expect(read.rows).toEqual([{ line: 2, change: { bib: 5, name } }]);
  expect(read.columns).toMatchObject(columns);
});

test('somebody who says that a column has full names is believed', () =>
  expect(rowsOf('bib,name,vorname\n5,Ada Ortega,A.', { name: 'name' }).rows).toEqual([
    { line: 2, change: { bib: 5, name: 'Ada Ortega' } },
  ]));

test('a column that says only that it has times has those by which the set ranks', () => {
  for (const head of ['Time', 'Zeit', 'Temps', 'TIEMPO', 'Finish time'])
    expect(rowsOf(`bib,${head}\n5,1:00:00`).columns).toEqual({ bib: 'bib', [head]: 'chip' });
  const byGun = readRows('bib,time\n5,1:00:00', { ...known, rankBy: 'gun' }, {});
  expect(byGun).toMatchObject({ columns: { time: 'gun' } });
  // Where others say which times they are, where two might be it, and where there are no times, nobody guesses.
  for (const text of ['bib,gun,time\n5,1:00:00,59:00', 'bib,zeit,time\n5,1:00:00,59:00', 'bib,result\n5,Finished'])
    expect(Object.values(rowsOf(text).columns).filter((field) => field === 'chip')).toEqual([]);
  // Who says what another column is, or that this is none, is believed.
  expect(rowsOf('bib,time,x\n5,1:00:00,59:00', { x: 'gun' }).columns).toMatchObject({ time: 'chip', x: 'gun' });
  expect(rowsOf('bib,time,x\n5,1:00:00,59:00', { x: 'chip' }).columns).toMatchObject({ time: null, x: 'chip' });
  expect(rowsOf('bib,time\n5,1:00:00', { time: null }).columns).toEqual({ bib: 'bib', time: null });
});

test('a column "State" is where runners live, and no status', () =>
  expect(rowsOf('bib,name,city,state\n5,Ada,Boston,MA').rows).toEqual([{ line: 2, change: { bib: 5, name: 'Ada' } }]));

test.each([
  ['a title', 'Autumn Run 2027\r\n\r\nStNr;Name;Zeit\r\n5;Ada;1:00:00,5\r\n6;Bo;1:01:00,5\r\n'],
  ['a title with a comma', 'Autumn Run, 10 km\nStNr;Name;Zeit\n5;Ada;1:00:00.5\n6;Bo;1:01:00.5\n7;Cy;1:02:00.5\n'],
  ['as many cells as the table', 'Autumn Run;;\nUlm;3 October 2027;\nStNr;Name;Zeit\n5;Ada;1:00:00,5\n'],
  ['words that columns have', 'Autumn Run;;\nNumber;of runners;3\nStNr;Name;Zeit\n5;Ada;1:00:00,5\n'],
])('above the names of the columns there may be %s', (_, text) =>
  expect(rowsOf(text).rows[0]?.change).toEqual({ bib: 5, name: 'Ada', chipMs: 3_600_500 }),
);

test('a row of a file without a title is not taken for the names of its columns', () => {
  expect(read('runner,who\n5,Ada\nNo,Bo')).toMatchObject({ kind: 'no-bib', columns: { who: null } });
  expect(read('name,x\nbib,name\n5,Ada')).toMatchObject({ kind: 'no-bib', columns: { name: 'name' } });
});

test('empty cells at the end of a row may be left out, or be too many; what breaks off is not read', () => {
  const { rows, refused } = rowsOf('bib,name,chip,note\n1,Ada,1:00:00\n2,Bo,1:00:01,,,\n3,Cy,1:00:02,,x\n4,Di,1:0');
  expect(rows.map(({ change }) => change)).toEqual([
    { bib: 1, name: 'Ada', chipMs: 3_600_000 },
    { bib: 2, name: 'Bo', chipMs: 3_601_000 },
  ]);
  expect(refused).toEqual([
    { line: 4, reason: 'cells' },
    { line: 5, reason: 'cells' },
  ]);
  expect(rowsOf('bib,name,chip\n4,Di\n').rows).toHaveLength(1);
});

test('of two columns with one name, each can be named for what it is', () => {
  const twice = 'bib,time,time,,\n5,1:00:00,1:01:00,,';
  expect(rowsOf(twice).columns).toEqual({ bib: 'bib', time: null, 'time (2)': null, '': null });
  const { rows } = rowsOf(twice, { time: 'chip', 'time (2)': 'gun' });
  expect(rows[0]?.change).toEqual({ bib: 5, chipMs: 3_600_000, gunMs: 3_660_000 });
  expect(read('bib,name,name\n5,A,B')).toMatchObject({ kind: 'two-columns', column: 'name (2)' });
});

test.each([
  ['dnf', 'D.N.F.|Did not finish|aufgegeben|Abandon|Abandonó|Retirado|Ritirato|Rit.'],
  ['dns', 'd n s|Did Not Start|Nicht angetreten|Non partant|NP|No presentado'],
  ['dsq', 'DSQ|DQ|Disq.|Disqualified|disqualifié|Descalificado'],
  ['finished', 'Finisher|OK|im Ziel|Terminé'],
] as const)('the status %s is read as timers write it', (status, words) => {
  const { rows, refused } = rowsOf(['bib,status', ...words.split('|').map((word, n) => `${n + 1},${word}`)].join('\n'));
  expect([refused, [...new Set(rows.map(({ change }) => change.status))]]).toEqual([[], [status]]);
});

test('in a column of times, a verdict is one, a dash is nothing, and a column of statuses says it better', () => {
  const { rows, refused } = rowsOf(
    [
      'sep=;',
      'bib;status;chip;gun;5 km',
      '1;;DNF;dnf;19:30',
      '2;;DSQ;1:00:00;—',
      '3;DNS;DNF;-;-:--:--',
      '4;;--:--:--;1:00:00;–',
      '5;;1:00:00;OK;',
      '6;;1:00:00;1:00:01;DNF',
    ].join('\r\n'),
  );
  expect(rows.map(({ line, change }) => ({ line, ...change }))).toEqual([
    { line: 3, bib: 1, status: 'dnf', splits: { '5k': 1_170_000 } },
    { line: 4, bib: 2, status: 'dsq', gunMs: 3_600_000 },
    { line: 5, bib: 3, status: 'dns' },
    { line: 6, bib: 4, gunMs: 3_600_000 },
  ]);
  expect(refused).toEqual([
    { line: 7, reason: 'time', column: 'gun' },
    { line: 8, reason: 'time', column: '5 km' },
  ]);
});

test('a dash is nothing, in whichever column', () =>
  expect(rowsOf('bib,name,sex,age,club,country,status,chip\n1,Ada,–,-,--,—,-,-').rows[0]?.change).toEqual({
    bib: 1,
    name: 'Ada',
  }));

test('where somebody has no time, zeros are none; who is said to have finished in no time is left to be judged', () => {
  const { rows } = rowsOf(
    'bib,status,gun,chip,5 km\n1,DNS,0:00:00,00:00,0:00:00\n2,,0:00:00,,0:00\n3,OK,1:00:00,0:00:00,',
  );
  expect(rows.map(({ change }) => change)).toEqual([
    { bib: 1, status: 'dns' },
    { bib: 2, gunMs: 0 },
    { bib: 3, status: 'finished', gunMs: 3_600_000, chipMs: 0 },
  ]);
});

test('a status that says that somebody may still come is none', () =>
  expect(rowsOf('bib,status\n1,Not started\n2,not finished\n3,running').refused).toHaveLength(3));

test('genders are read in the languages of timers; in a Spanish file an M is a woman', () => {
  const gendersOf = (...cells: readonly string[]) =>
    rowsOf(['bib,sexo', ...cells.map((cell, n) => `${n + 1},${cell}`)].join('\n')).rows.map(
      ({ change }) => change.gender,
    );
  expect(gendersOf('H', 'M', 'm', 'h')).toEqual(['m', 'f', 'f', 'm']);
  expect(gendersOf('M', 'F', 'W', 'H')).toEqual(['m', 'f', 'f', 'm']);
  expect(gendersOf('Frau', 'männlich', 'Mujer', 'homme', 'divers', 'team')).toEqual(['f', 'm', 'f', 'm', 'x', 'team']);
  const own = {
    ...known,
    genders: [
      { code: 'w', label: 'Frauen' },
      { code: 'h', label: 'Herren' },
    ],
  };
  const read = readRows('bib,sex\n1,female\n2,M\n3,H\n4,w', own, {});
  expect(read.kind === 'rows' && read.rows.map(({ change }) => change.gender)).toEqual(['w', 'h', 'h', 'w']);
});

test('a row that cannot be read is named with its line and its column, and stops no other', () => {
  const { rows, refused } = rowsOf(
    [
      'bib,name,age,status,chip',
      '1,"Ada\nRunner",30,finished,59:00',
      'x,B,30,,',
      '2,C,200,,',
      '3,D,,resting,',
      '4,E,,,an hour',
      '5,F,,,,,x',
      `6,${'G'.repeat(201)},,,`,
      '=1+1,H,,,',
      '7,\u202eI,,,1:00:00',
      '8,constructor,,constructor,',
    ].join('\n'),
  );
  expect(rows.map(({ change: { bib, name } }) => [bib, name])).toEqual([
    [1, 'Ada Runner'],
    [7, 'I'],
  ]);
  expect(refused).toEqual([
    { line: 4, reason: 'bib', column: 'bib' },
    { line: 5, reason: 'age', column: 'age' },
    { line: 6, reason: 'status', column: 'status' },
    { line: 7, reason: 'time', column: 'chip' },
    { line: 8, reason: 'cells' },
    { line: 9, reason: 'too-long', column: 'name' },
    { line: 10, reason: 'bib', column: 'bib' },
    { line: 12, reason: 'status', column: 'status' },
  ]);
});

test.each(['x', 'time'])('rows with one cell cost one cell each, below hundreds of columns: %s', (name) => {
  const head = ['bib', ...Array.from({ length: 499 }, () => name)].join();
  const before = process.cpuUsage();
  expect(rowsOf(`${head}\n${Array.from({ length: 20_000 }, (_, n) => n + 1).join('\n')}\n`).rows).toHaveLength(20_000);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test('what nobody can see is no name, and is left out of one', () => {
  const { rows } = rowsOf('bib,name,club\n1,\u200b\u2060,\u3164\n2,A\u{e0041}da\ufff9,B');
  expect(rows.map(({ change }) => change)).toEqual([{ bib: 1 }, { bib: 2, name: 'A da', club: 'B' }]);
});

test.each([
  ['', { kind: 'no-rows' }],
  ['bib,chip', { kind: 'no-rows' }],
  ['\n\n\n', { kind: 'no-rows' }],
  ['name,chip\nAda,1:00:00', { kind: 'no-bib', columns: { name: 'name', chip: 'chip' } }],
  ['bib,name\n1,"Ada\n2,Bo', { kind: 'unclosed-quote', line: 2 }],
  [`bib\n${'1\n'.repeat(200_001)}`, { kind: 'too-many-rows' }],
  [`bib${',x'.repeat(500)}\n1${','.repeat(500)}`, { kind: 'too-many-columns' }],
])('a file of which nothing can be used says why', (text, why) => expect(read(text)).toEqual(why));

test.each([
  ['ENG', 'ENG'],
  ['sco', 'SCO'],
  ['WAL', 'WAL'],
  ['NIR', 'NIR'],
  ['GB-SCT', 'SCO'],
  ['Northern Ireland', 'NIR'],
  ['England', 'ENG'],
  ['ger', 'GER'],
  ['de', 'DE'],
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['Österreich', 'AT'],
  ["Côte d'Ivoire", 'CI'],
  ['UNITED KINGDOM', 'GB'],
  ['Estados Unidos', 'US'],
  ['United States of America', 'US'],
])('the country %j is kept as %s', (cell, country) => {
  expect(rowsOf(`bib,name,nation\n1,Ada,"${cell}"`).rows[0]?.change.country).toBe(country);
});

test.each(['Ruritania', 'EU-DE', '49'])('%j is no country, and says so', (cell) => {
  expect(rowsOf(`bib,name,nation\n1,Ada,${cell}`).refused).toEqual([{ line: 2, reason: 'country', column: 'nation' }]);
});

test('a year of birth is the age in the year of the race, with four digits or two, in the languages of timers', () => {
  const ageOf = (head: string, cell: string) => rowsOf(`bib,${head},chip\n1,${cell},1:00:00`).rows[0]?.change.ageInYear;
  for (const head of [
    'Jg',
    'Jahrgang',
    'Jg.',
    'YOB',
    'Year of birth',
    'Année',
    'Année de naissance',
    'Año',
    'Rok urodzenia',
    'Födelseår',
  ])
    expect([head, ageOf(head, '1985')]).toEqual([head, 41]);
  for (const [cell, age] of [
    ...([
      ['85', 41],
      ["'85", 41],
      ['25', 1],
      ['26', 100],
      ['00', 26],
      ['١٩٨٥', 41],
    ] as const),
  ])
    expect([cell, ageOf('Jg', cell)]).toEqual([cell, age]);
  // Of an age, nothing is reckoned.
  expect(rowsOf('bib,age,yob\n1,40,1985').rows[0]?.change).toEqual({ bib: 1, age: 40, ageInYear: 41 });
  const { rows, refused } = rowsOf('bib,yob\n1,1985\n2,2026\n3,1900\n4,12.03.1985\n5,-\n6,');
  expect(rows.map(({ change }) => change.bib)).toEqual([1, 5, 6]);
  expect(refused.map(({ line, reason, column }) => [line, reason, column])).toEqual(
    [3, 4, 5].map((line) => [line, 'birth-year', 'yob']),
  );
  // The year of the race is nobody's, so the column says something else.
  expect(rowsOf('bib,Année\n1,2026\n2,2026').columns).toEqual({ bib: 'bib', Année: null });
  expect(rowsOf('bib,Année\n1,1985', { Année: null }).columns).toEqual({ bib: 'bib', Année: null });
});

test('a time that Excel has left as a fraction of a day is read, unless it was rounded', () => {
  for (const [cell, ms] of [
    ...([
      ['0.0581597222222222', 5_025_000],
      ['0,0581597222', 5_025_000],
      ['.058159722', 5_025_000],
    ] as const),
    ...([
      ['0.0625', 5_400_000],
      ['0.058166666667', 5_025_600],
      ['1:23:45,6', 5_025_600],
    ] as const),
  ])
    expect([cell, readTimeCell(cell)]).toEqual([cell, ms]);
  for (const cell of ['0.0582', '0.5', '0.12', '1.0581597222', '12.345678901', '-0.0625', '0.0625 h'])
    expect([cell, readTimeCell(cell)]).toEqual([cell, undefined]);
  expect(rowsOf('bib;Zeit\n1;0,0581597222').rows[0]?.change).toEqual({ bib: 1, chipMs: 5_025_000 });
  // A person who corrects a bib writes a time.
  expect(readTime('0.0625')).toBeUndefined();
  for (let second = 1; second < 86_400; second += 37)
    expect(readTimeCell((second / 86_400).toFixed(10))).toBe(second * 1000);
});
