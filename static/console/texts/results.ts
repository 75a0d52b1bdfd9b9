// The words of results: rankings, start list, files of times, corrections and versions.

import type { encodings } from '../../../lambdas/domain/decode-file';

const rows = (number: number) => (number === 1 ? '1 row' : `${number.toLocaleString('en')} rows`);
const entries = (number: number) => (number === 1 ? '1 entry' : `${number.toLocaleString('en')} entries`);
const bibs = (list: readonly number[]) =>
  list.length === 0 ? 'nobody' : `bib${list.length === 1 ? '' : 's'} ${list.join(', ')}`;

const someBibs = (count: number, first: readonly number[]) =>
  count > first.length ? `${bibs(first)} and ${(count - first.length).toLocaleString('en')} more` : bibs(first);

export const lead =
  'A ranking lists the runners of one event. Times come in from a file or from timing software; readers see them when you publish.';
export const listTitle = 'Rankings of this race';
export const none = 'There is no ranking yet';
export const noneWords = 'Make one for each event. Then take the start list, import times, and publish.';
export const columns = { name: 'Ranking', event: 'Event', entries: 'Entries', seen: 'Readers see' };
export const back = 'All rankings';

export const statuses: Readonly<Record<string, string>> = {
  entered: 'no time yet',
  started: 'on the course',
  finished: 'finished',
  dnf: 'did not finish',
  dns: 'did not start',
  dsq: 'disqualified',
};
export const nobody = 'Nobody';
export const kinds: Readonly<Record<string, string>> = {
  'start-list': 'Start list',
  live: 'Live',
  preliminary: 'Preliminary',
  official: 'Official',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
};
export const nothingSeen = 'Nothing yet';
export const seen = (kind: string, number: number, when: string) => `${kind}, version ${number} of ${when}`;
export const underway = (kind: string) => `${kind} is being published.`;
export const later = 'What came in since is not published.';

export const set = {
  title: 'Make a ranking',
  change: 'Change its rules',
  lead: 'Rules can change later. The places change with the next version.',
  name: 'Name',
  nameHint: 'Such as “Marathon” or “Marathon wheelchair”.',
  rankBy: 'Ranked by',
  rankBys: [
    ['chip', 'Chip time: from one’s own start to the finish'],
    ['gun', 'Gun time: from the start of all to the finish'],
  ] as readonly (readonly [string, string])[],
  gunPlaces: 'First finishers ranked by gun',
  gunPlacesHint: 'With 3, the first three across the line have the first three places. All others are ranked by chip.',
  rounding: 'Times that count',
  roundings: [
    ['up-to-second', 'Whole seconds, rounded up: on roads'],
    ['tenths', 'Tenths of a second: on tracks'],
  ] as readonly (readonly [string, string])[],
  genders: 'Genders with a list of their own',
  gendersHint: 'One on each line, with the code of your files: f: Women',
  usualGenders: 'f: Women\nm: Men\nx: Non-binary',
  gendersExample: 'f: Women',
  ageGroups: 'Age groups',
  ageGroupsHint: 'One on each line. With a gender: F40: f 40-49. For everybody: U20: 0-19',
  ageGroupsExample: 'F40: f 40-49',
  points: 'Points of the course where time is taken',
  pointsHint: 'One on each line, with the metres from the start: 5k: 5 km, 5000',
  pointsExample: '5k: 5 km, 5000',
  act: 'Save it',
  would: (name: string, isNew: boolean) =>
    isNew ? `“${name}” becomes a ranking of this race. Readers see nothing of it yet.` : `“${name}” gets these rules.`,
  did: (name: string) => `“${name}” is saved.`,
};

export const startList = {
  label: 'Take the start list',
  title: 'Take the start list from registrations',
  lead: 'Everybody who has a spot becomes an entry, with their bib. In a race without bibs, the number of the spot is the bib. Take it again after late changes: what you corrected by hand stays.',
  act: 'Take it',
  says: (added: number, same: number, gone: readonly number[], bibless: number, isDone: boolean) =>
    [
      `${entries(added)} ${isDone ? (added === 1 ? 'is' : 'are') : added === 1 ? 'would be' : 'would be'} new or changed, ${same.toLocaleString('en')} stay as they are.`,
      ...(gone.length > 0
        ? [
            `${isDone ? 'Removed' : 'To be removed'}, because the spot is gone or has another bib, and no time is known: ${bibs(gone)}.`,
          ]
        : []),
      ...(bibless > 0 ? [`Without a bib, and so in no list: ${bibless.toLocaleString('en')}.`] : []),
    ].join(' '),
};

export const file = {
  title: 'Import a file',
  lead: 'A CSV file or an Excel workbook (XLSX) of your timing software. Each row needs a bib. It may have several events, where a column says which: the rows of this ranking are taken. The first row names the columns; a title may stand above it. A cell that is empty changes nothing.',
  choose: 'File',
  chooseHint: 'CSV or XLSX, up to 4 MB of text. Of a workbook, the first sheet is read.',
  tooLong: 'This file has more than 4 MB of text. Import it in parts.',
  noWorkbook: {
    old: 'This workbook is of an old Excel, or has a password. Save it as XLSX without one, or as CSV.',
    encrypted: 'This workbook has a password. Save it without one.',
    'not-xlsx': 'This is no whole workbook. Save it again as XLSX, or as CSV.',
    'too-large': 'Unpacked, this workbook is larger than any list of runners. Save its first sheet as CSV.',
    'too-many-rows': 'The sheet has more than 60,000 rows. Save it as CSV, and import it in parts.',
    'no-sheet': 'The first sheet has no rows.',
  },
  empty: 'This file is empty.',
  unreadable: 'The browser could not read this file. Close it in other programs, and choose it again.',
  encoding: 'Which letters the file was saved with',
  encodingHint:
    'The file is not saved as UTF-8, so we have to guess. Choose the one with which the names in the preview are right. Or save it again as “CSV UTF-8” and choose it once more.',
  encodings: {
    'windows-1252': 'Western European (Windows-1252)',
    'windows-1250': 'Central European (Windows-1250)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    gb18030: 'Chinese (GB 18030)',
    shift_jis: 'Japanese (Shift JIS)',
    'euc-kr': 'Korean (EUC-KR)',
  } satisfies Readonly<Record<(typeof encodings)[number], string>>,
  noText:
    'This is no list: it has bytes that no text has. Save the list as “CSV UTF-8” or as XLSX, and choose that file.',
  noBib: 'None of its columns is known as the bib. Choose below which one it is, or name it “bib” in the file.',
  lookAgain: 'Look at the file again',
  columnsTitle: 'What each column is',
  columnIs: (name: string) => `Column “${name}” is`,
  unused: 'Not used',
  fields: {
    bib: 'Bib',
    name: 'Full name',
    firstName: 'First name',
    lastName: 'Last name',
    gender: 'Gender',
    age: 'Age',
    birthYear: 'Year of birth',
    club: 'Club',
    country: 'Country',
    status: 'Status',
    gun: 'Gun time',
    chip: 'Chip time',
    penalty: 'Penalty',
    note: 'Note for readers',
    event: 'Event',
  } as Readonly<Record<string, string>>,
  split: (label: string) => `Time at ${label}`,
  sampleTitle: 'The first rows as they were read',
  sampleMore: (number: number) => `${number} rows more`,
  sampleColumns: {
    bib: 'Bib',
    name: 'Name',
    gender: 'Gender',
    age: 'Age',
    club: 'Club',
    status: 'Status',
    gun: 'Gun',
    chip: 'Chip',
    splits: 'Points',
  },
  refusedTitle: 'Rows that are not taken',
  refusedFor: (why: string, lines: readonly number[]) =>
    `${why} ${lines.length === 1 ? 'Line' : 'Lines'} ${lines.slice(0, 8).join(', ')}${lines.length > 8 ? ` and ${lines.length - 8} more` : ''}.`,
  refusedMore: (shown: number, all: number) => `These are the first ${shown} of ${all.toLocaleString('en')}.`,
  download: (number: number) => (number === 500 ? 'Save the first 500 as a file' : 'Save all of them as a file'),
  act: 'Import it',
  would: (applied: number, unchanged: number, refused: number) =>
    `${rows(applied)} would change entries, ${unchanged.toLocaleString('en')} say what is known already, ${refused.toLocaleString('en')} cannot be taken.`,
  did: (applied: number, unchanged: number, refused: number) =>
    `${rows(applied)} changed entries, ${unchanged.toLocaleString('en')} said what was known already, ${refused.toLocaleString('en')} were not taken.`,
  next: 'Readers see it with the version that you publish below. While the ranking is live, they see it within seconds.',
  added: (number: number) =>
    number === 1
      ? 'One of them is of a bib that this ranking does not have yet, and makes an entry.'
      : `${number.toLocaleString('en')} of them are of bibs that this ranking does not have yet, and make entries.`,
  /** Rows of a file that are for other rankings. */
  others: (all: readonly { readonly name: string; readonly rows: number }[]) =>
    `The file has other events, too: ${all.map(({ name, rows }) => `“${name}” ${rows.toLocaleString('en')}`).join(', ')}. Their rows are left out here. Import the same file in their rankings.`,
  eventNames: (names: readonly string[]) => `An event may be called ${names.map((name) => `“${name}”`).join(', ')}.`,
  byBirthYear:
    'The file has years of birth. A runner counts as old as they become in the year of the race, also if the race is before their birthday. An age by a whole birth date, as from the start list, stays.',
  pace: (time: string, isFast: boolean) =>
    `The fastest runner of this file needs ${time} for a kilometre. ${
      isFast
        ? 'Is that time right, or does the file have hours and minutes? Times are written as 1:23:45 or 23:45.'
        : 'Does the file have times of day? Times count from the start: take its time off each of them first.'
    }`,
  noTimes: 'No column of this file is a time or a status, so nobody finishes by it. If one is, say above what it is.',
  renamed: (number: number) =>
    number === 1
      ? 'The file gives one bib to somebody of another name. Is it the file of this ranking?'
      : `The file gives ${number.toLocaleString('en')} bibs to people of other names. Is it the file of this ranking?`,
  replaced: (number: number) =>
    number === 1 ? 'One value differs in the file' : `${number.toLocaleString('en')} values differ in the file`,
  replacedMore: (shown: number) => `These are the first ${shown}.`,
  replacedColumns: { bib: 'Bib', what: 'What', before: 'Until now', after: 'In the file' },
  renamedBib: (bib: number) => `Bib ${bib}:`,
  reasons: {
    twice: 'The bib is there twice. Neither row is taken.',
    'unknown-bib': 'Nobody has this bib, and the row has no name. Its times are kept.',
    'time-out-of-range': 'A time must be above zero and below a hundred hours.',
    'chip-above-gun': 'The chip time is longer than the gun time.',
    'no-time': 'It says finished, and has no time.',
    'unknown-point': 'The ranking has no such point.',
    'from-the-future': 'It was seen in the future.',
    event: 'The row says no event of this race.',
    cells: 'It has a cell that belongs to no column, or the file breaks off in it.',
    bib: 'A bib is a number from 1 to 999999.',
    gender: 'The gender cannot be read.',
    age: 'An age is a number from 0 to 150.',
    'birth-year': 'A year of birth is a year such as 1985 or 85, before the year of the race.',
    country: 'A country is a code of two or three letters, or its name. Set the column to “Not used” to leave it out.',
    status: 'A status is finished, DNF, DNS or DSQ.',
    time: 'A time looks like 1:23:45, 23:45.6 or PT1H23M45.6S.',
    'too-long': 'A cell has more than 200 characters.',
  } as Readonly<Record<string, string>>,
  inColumn: (why: string, column: string) => `Column “${column}”: ${why}`,
  csvHead: ['line', 'bib', 'column', 'why'],
};

export const unmatched = {
  title: 'Times of bibs that nobody has',
  lead: 'They are in no list. Give a bib a name below, or take the start list again: then its times count.',
  columns: { bib: 'Bib', status: 'Status', gun: 'Gun', chip: 'Chip', splits: 'Points' },
};

export const correct = {
  title: 'Correct a bib',
  lead: 'What you leave empty stays. What timing software measured before does not undo it; what it measures later does.',
  bib: 'Bib',
  reason: 'Reason',
  reasonHint: 'Staff see it in the log. Readers do not.',
  name: 'Name',
  gender: 'Gender',
  same: 'As it is',
  age: 'Age',
  status: 'Status',
  gun: 'Gun time',
  chip: 'Chip time',
  timeHint: 'Such as 1:23:45 or 23:45.6',
  penalty: 'Penalty',
  note: 'Note for readers',
  noteHint: 'Such as why somebody was disqualified.',
  act: 'Correct it',
  would: (bib: number, isChanged: boolean) =>
    isChanged
      ? `Bib ${bib} is changed. Readers see it with the next version.`
      : `Bib ${bib} is so already. Nothing changes.`,
  did: (bib: number) => `Bib ${bib} is corrected. Publish a version to show it to readers.`,
};

export const erase = {
  title: 'Take a name out',
  lead: 'Somebody does not want their name in these results. Their time and place stay, as "Name withheld". Every version that readers can see is changed. It cannot be undone.',
  act: 'Take it out',
  would: (bib: number) => `The name of bib ${bib} leaves every version, the search and what is kept here.`,
  did: (bib: number) => `The name of bib ${bib} is taken out. Copies in caches are gone within a day.`,
};

export const publish = {
  title: 'Publish',
  lead: 'A version is published as a whole. Readers who have the page open are told that there is a newer one.',
  kind: 'As',
  kinds: [
    ['start-list', 'Start list: names, and no times'],
    ['live', 'Live: what comes in is shown within seconds, until you publish something else'],
    ['preliminary', 'Preliminary results: they may still change'],
    ['official', 'Official results'],
    ['corrected', 'Corrected results'],
    ['withdrawn', 'Nothing: take the ranking away from readers'],
  ] as readonly (readonly [string, string])[],
  note: 'Note for readers',
  noteHint: 'Say what changed. A correction and a withdrawal need it.',
  act: 'Publish it',
  difference: (changed: number, moved: number, before: number, after: number) =>
    `${entries(changed)} ${changed === 1 ? 'differs' : 'differ'} from what readers see. ${
      before === after
        ? `${after.toLocaleString('en')} finished, as before.`
        : `${after.toLocaleString('en')} finished, instead of ${before.toLocaleString('en')}.`
    }${moved === 0 ? '' : ` ${moved.toLocaleString('en')} of them ${moved === 1 ? 'gets' : 'get'} another place.`}`,
  sameWinner: (winners: readonly number[]) =>
    winners.length === 0 ? 'Nobody is first yet.' : `First is ${bibs(winners)}, as before.`,
  otherWinner: (before: readonly number[], after: readonly number[]) =>
    before.length === 0 ? `First is ${bibs(after)}.` : `First is ${bibs(after)} instead of ${bibs(before)}.`,
  open: (count: number, first: readonly number[]) =>
    `${count === 1 ? '1 runner has' : `${count.toLocaleString('en')} runners have`} neither a time nor a status, and will be in no list of results: ${someBibs(count, first)}. If they did not start or did not finish, say so first, by a file with a status or below.`,
  outdated: (count: number, first: readonly number[]) =>
    `The start list has changed since you took it, at ${someBibs(count, first)}: other runners have these bibs now, or nobody, or they are new. Take the start list again first.`,
  withoutSpot: (count: number, first: readonly number[]) =>
    `The registration behind ${someBibs(count, first)} has ended, such as by a refund, and there is a result. It is published all the same.`,
  did: (kind: string) => `“${kind}” is ordered. Readers see it within seconds.`,
};

export const versions = {
  title: 'What was published',
  none: 'Nothing was published yet',
  noneWords: 'Each version is listed here, with its note.',
  columns: { number: 'Version', kind: 'As', at: 'When', finishers: 'Finished', note: 'Note' },
  version: (number: number) => `Version ${number}`,
};
