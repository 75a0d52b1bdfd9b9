// The words of the screen on which directors give the numbers that runners wear.

export const title = 'Bibs';

const said = (number: number) => number.toLocaleString('en');
const runners = (number: number) => (number === 1 ? '1 runner' : `${said(number)} runners`);

export const events = {
  title: 'Who has a bib',
  columns: { event: 'Event', given: 'Have one', none: 'Have none' },
};

export const ranges = {
  title: 'Ranges of numbers',
  none: 'There are no ranges yet',
  noneWords: 'Without ranges, the number of the spot is the bib of a runner.',
  columns: { range: 'Range', given: 'Given', void: 'Nobody’s', free: 'Free' },
  edit: 'Change the ranges',
  lead: 'Who gets a bib gets the lowest free number of the first range that is for them. Numbers that were given stay.',
  label: 'Ranges, one on each line, in the order in which they are tried',
  hint: (example: string) => `Event, numbers, and where they are for some alone, gender and ages: “${example}”.`,
  act: 'Save them',
  would: (number: number) =>
    `The race has ${number === 1 ? '1 range' : `${said(number)} ranges`} of numbers. Nobody gets a number yet.`,
  did: (number: number) => `${number === 1 ? 'The range is' : `The ${said(number)} ranges are`} saved.`,
};

export const assign = {
  title: 'Give bibs',
  lead: 'Everybody with a spot and without a bib gets one. Do it again whenever somebody has registered since.',
  order: 'In the order of',
  orders: [
    ['registered', 'their registrations'],
    ['name', 'their names'],
    ['random', 'chance'],
  ] as const,
  act: 'Give them',
  would: (given: number) => `${runners(given)} would get a bib.`,
  did: (given: number) => `${runners(given)} ${given === 1 ? 'has' : 'have'} a bib now.`,
  left: (number: number) => `${runners(number)} would be left without one:`,
  leftDid: (number: number) => `${runners(number)} ${number === 1 ? 'is' : 'are'} left without one:`,
  why: {
    'no-range': (number: number) => `${runners(number)}, because no range is for them`,
    full: (number: number) => `${runners(number)}, because all numbers for them are given`,
  } as Readonly<Record<string, (number: number) => string>>,
  first: 'The first of them',
  sample: { bib: 'Bib', name: 'Name', event: 'Event' },
};

export const untold = {
  title: 'Tell runners their bib',
  words: (number: number) =>
    `${runners(number)} ${number === 1 ? 'has' : 'have'} a bib that no mail has named. Each is told once, and again if they get another.`,
  write: 'Write to them',
};

export const swap = {
  title: 'Let two runners change numbers',
  one: 'The number of the one',
  other: 'The number of the other',
  reason: 'Why',
  act: 'Let them change',
  would: (one: number, other: number) => `Who has ${one} gets ${other}, and the other way round.`,
  did: (one: number, other: number) => `${one} and ${other} are changed.`,
};

export const release = {
  title: 'Take a number back',
  lead: 'Another number for one runner is given on their page, under Participants.',
  number: 'Number',
  mayReuse: 'Somebody else may get it: it was never printed, or has come back',
  reason: 'Why',
  reasonHint: 'It stays in the record, so name no person.',
  act: 'Take it back',
  would: (number: number, mayReuse: boolean) =>
    mayReuse
      ? `${said(number)} is free again, and the next batch may give it to somebody else.`
      : `Nobody has ${said(number)} any more, and nobody gets it.`,
  did: (number: number) => `${said(number)} is taken back.`,
};

export const file = {
  title: 'Bibs from a file',
  lead: 'Export the participants, fill in the column “bib” of that file, and choose it here. The column “registration” says who each row is about; others are not read.',
  choose: 'File',
  chooseHint: 'CSV or XLSX, up to 4 MB of text.',
  act: 'Import it',
  would: (changed: number, same: number, empty: number, refused: number) =>
    `${runners(changed)} would get the number of the file. ${said(same)} have it already, ${said(empty)} rows have none, and ${said(refused)} are refused.`,
  did: (changed: number, same: number, empty: number, refused: number) =>
    `${runners(changed)} ${changed === 1 ? 'has' : 'have'} the number of the file now. ${said(same)} had it before, ${said(empty)} rows have none, and ${said(refused)} were refused.`,
  refused: 'Rows that are refused',
  columns: { line: 'Line', bib: 'Bib', why: 'Why' },
  more: (shown: number, all: number) => `These are the first ${said(shown)} of ${said(all)}.`,
  reasons: {
    cells: 'The row has a cell that belongs to no column, or the file breaks off in it.',
    bib: 'The bib must be a number from 1 to 999,999.',
    registration: 'The registration must be an id, as the export has it.',
    twice: 'A row before has the same bib or the same registration.',
    unknown: 'The race has no such registration that runs.',
    ended: 'The registration has no spot any more.',
    taken: 'Somebody who is not in the file has the number, or had it.',
  } as Readonly<Record<string, string>>,
};

export const voids = {
  title: 'Numbers that are nobody’s',
  lead: 'They may be printed, so nobody else gets them until you take them back for somebody else.',
  columns: { bib: 'Bib', name: 'Was given to', why: 'Why' },
  why: { replaced: 'They have another', ended: 'They have no spot any more' } as Readonly<Record<string, string>>,
  more: (shown: number, all: number) => `These are the first ${said(shown)} of ${said(all)}.`,
};

export const own = {
  title: 'Bib',
  lead: 'Without a number, they get the next one of a range that is for them. The number they had is nobody’s then.',
  number: 'Number',
  reason: 'Why',
  act: 'Give it',
  would: (number: number, before: number | undefined) =>
    before === undefined || before === number
      ? `Their bib would be ${said(number)}.`
      : `Their bib would be ${said(number)} instead of ${said(before)}.`,
  did: (number: number) => `Their bib is ${said(number)}.`,
};
