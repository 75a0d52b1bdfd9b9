import { peopleOf } from '../../loadtest/people/outcome';
import type { Burst } from './crowd/burst';
import type { Figures } from './judge/judge';
import type { FormFigures } from './judge/judge-form';

export interface Judged {
  readonly burst: Burst;
  readonly figures: Figures;
}

/** The counts that must be zero, in the order of the columns. */
const mustBeZero = [
  'oversold',
  'lost',
  'stuck',
  'inPart',
  'doubled',
  'falseSoldOut',
  'unsold',
  'contradicted',
  'unmailed',
  'deadLetters',
] as const;

/** In a race with a form, with the heads of their columns. */
const mustBeZeroOfForm = {
  unitsOver: 'units over',
  unitsStuck: 'units stuck',
  wrongSums: 'wrong sums',
  shortInVain: 'short in vain',
  intentsTwice: 'two intents',
  otherEntries: 'other entries',
  teamsOver: 'teams over',
  unsigned: 'unsigned',
  goneTooEarly: 'false gone',
  findings: 'watch',
} as const satisfies Partial<Record<keyof FormFigures, string>>;

const wrongIn = ({ figures }: Judged): readonly string[] => [
  ...mustBeZero.flatMap((name) => (figures[name] === 0 ? [] : [`${figures[name]} ${name}`])),
  ...Object.entries(mustBeZeroOfForm).flatMap(([name, head]) => {
    const count = figures.form?.[name as keyof typeof mustBeZeroOfForm] ?? 0;
    return count === 0 ? [] : [`${count} ${head}`];
  }),
];

export const isFaultless = (judged: Judged): boolean => wrongIn(judged).length === 0;

const seconds = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(1));
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

const errorsOf = ({ errors }: Burst) =>
  Object.entries(errors)
    .map(([why, times]) => `${times} × ${why}`)
    .join(', ');

const columns: readonly (readonly [head: string, cell: (judged: Judged) => string | number])[] = [
  ['fault', ({ burst }) => burst.fault.name],
  ['runners', ({ burst }) => burst.clients.length],
  ['groups', ({ burst }) => burst.clients.filter(({ ending }) => peopleOf(ending) > 1).length],
  ['spots', ({ burst }) => burst.race.spots],
  ['oversold', ({ figures }) => figures.oversold],
  ['lost', ({ figures }) => figures.lost],
  ['stuck', ({ figures }) => figures.stuck],
  ['in part', ({ figures }) => figures.inPart],
  ['doubled', ({ figures }) => figures.doubled],
  ['false sold-out', ({ figures }) => figures.falseSoldOut],
  ['unsold', ({ figures }) => figures.unsold],
  ['contradicted', ({ figures }) => figures.contradicted],
  ['unmailed', ({ figures }) => figures.unmailed],
  ['dead letters', ({ figures }) => figures.deadLetters],
  ['dealt twice', ({ figures }) => figures.dealtTwice],
  ['late', ({ figures }) => figures.late],
  ['refused', ({ figures }) => figures.refused],
  ['asked by bank', ({ figures }) => figures.asked],
  ['mails uncertain', ({ figures }) => figures.uncertainMails],
  ['mails rejected', ({ figures }) => figures.rejectedMails],
  ['errors during', ({ burst }) => percent(burst.errorShare)],
  ['recovery, s', ({ burst }) => seconds(burst.recoverySeconds)],
  ['burst, s', ({ burst }) => seconds(burst.seconds)],
];

const formColumns: typeof columns = [
  ...columns.slice(0, 1),
  ...Object.entries(mustBeZeroOfForm).map(
    ([name, head]) =>
      [head, ({ figures }: Judged) => figures.form?.[name as keyof typeof mustBeZeroOfForm] ?? '–'] as const,
  ),
  ['short', ({ figures }) => figures.form?.short ?? '–'],
  ['over', ({ figures }) => figures.form?.over ?? '–'],
  ['lines', ({ figures }) => figures.form?.lines ?? '–'],
  ['told gone', ({ figures }) => figures.form?.toldGone ?? '–'],
  ['quoted again', ({ figures }) => figures.form?.quotedAgain ?? '–'],
];

/** One row for each fault, as Markdown; a second table for what races with a form sell. */
export const table = (all: readonly Judged[]): string =>
  [columns, ...(all.some(({ figures }) => figures.form) ? [formColumns] : [])]
    .map((some) => tableOf(some, all))
    .join('\n\n');

const tableOf = (columns: typeof formColumns, all: readonly Judged[]): string => {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([head]) => head)),
    line(columns.map((_, n) => (n === 0 ? '---' : '---:'))),
    ...all.map((judged) => line(columns.map(([, cell]) => cell(judged)))),
  ].join('\n');
};

/** One line for the console while the run goes on. */
export const inOneLine = (judged: Judged): string => {
  const { burst, figures } = judged;
  const wrong = wrongIn(judged);
  const did = [
    (figures.form?.short ?? 0) > 0 && `${figures.form?.short} short`,
    (figures.form?.over ?? 0) > 0 && `${figures.form?.over} over`,
    figures.dealtTwice > 0 && `${figures.dealtTwice} dealt twice`,
    figures.late > 0 && `${figures.late} late`,
    figures.refused > 0 && `${figures.refused} refused`,
    figures.asked > 0 && `${figures.asked} asked by their bank`,
    figures.uncertainMails > 0 && `${figures.uncertainMails} mails uncertain`,
    figures.rejectedMails > 0 && `${figures.rejectedMails} mails rejected`,
    burst.errorShare > 0 && `${percent(burst.errorShare)} errors: ${errorsOf(burst)}`,
    burst.recoverySeconds !== undefined && `well again after ${seconds(burst.recoverySeconds)} s`,
  ].filter(Boolean);
  return `${wrong.length === 0 ? '✓' : `✗ ${wrong.join(', ')};`} ${burst.fault.name} (${[...did, `${seconds(burst.seconds)} s`].join(', ')})`;
};

/** Of the second table. */
const wordsOfForm = (all: readonly Judged[]): string =>
  all.some(({ figures }) => figures.form)
    ? `
Each race is the demo race that uses everything, with few units. Where a fault is named "relay", everybody wants a leg of its relay: they
found teams or join them, and half of them say which leg they run. "Teams over": more people than places, two on one leg, or somebody in a
relay without one. All columns of the second table up to "watch" must be zero. "Wrong
sums": payments and shares that are not the sum of what was given. "Short in vain": not given, or used beyond the limit, though
the fault explains neither. "False gone": told that nothing is left before everything was given. "Watch": what the watch finds
broken. "Short" and "over": paid for, not given and not charged, and uses beyond the limit. "Quoted again": runners who changed
what they buy after a decline.
`
    : '';

interface Made {
  readonly date: string;
  readonly command: string;
  readonly machine: string;
  readonly minutes: number;
}

/** What was seen of crowds that have a system of their own. */
export interface Crowds {
  readonly followed?: string | undefined;
  readonly away?: string | undefined;
  readonly linedUp?: string | undefined;
  readonly read?: string | undefined;
}

const asSeen = (what: string, lines: string | undefined): string =>
  lines === undefined ? '' : `\n${what}:\n\n\`\`\`\n${lines.trim()}\n\`\`\`\n`;

const crowdsSeen = ({ followed, away, linedUp, read }: Crowds): string =>
  [
    asSeen(
      'Publisher, cache, gateway and database killed, each once, while a crowd follows a race that is told live',
      followed,
    ),
    asSeen('Gateway, database, publisher, cache and files, each away for a minute, while a crowd follows', away),
    asSeen('Pollers, cache, gateway and database killed before, in and after the draw of a line', linedUp),
    asSeen('Cache, database and gateway killed, each once, while a crowd reads results that change', read),
  ].join('');

/** The result page of crowds alone. */
export const crowdsPage = (
  crowds: Crowds,
  { date, command, machine, minutes }: Made,
): string => `# Crowds, and what fails beside them

Made by \`${command}\` on ${date}, ${minutes.toFixed(0)} minutes; ${machine}. Each crowd has a system of its own.
${crowdsSeen(crowds)}`;

/** The result page that is committed. */
export const resultPage = (
  all: readonly Judged[],
  crowds: Crowds,
  { date, command, machine, minutes }: Made,
): string => {
  const faults = [...new Map(all.map(({ burst }) => [burst.fault.name, burst.fault])).values()];
  return `# Faults

Made by \`${command}\` on ${date}, ${minutes.toFixed(0)} minutes; ${machine}. One system, one fresh race for each burst; the fault
strikes while runners hold and pay. Afterwards everything comes to rest, holds expire, and later comers buy what came back. Then
clients, database, processor and mail server are compared. "Groups": runners who brought somebody; all of them are in, or none. The columns from "oversold" to "dead letters" must be zero.

${table(all)}
${wordsOfForm(all)}
"Dealt twice": numbers the cache promised to two people. "Late": registered on another spot than the one promised. "Refused":
authorised, no spot left, the money let go. "Mails uncertain": a sender died while sending; listed, not sent again. "Recovery": from
the end of the fault until spots were held and registrations confirmed again; – where the burst was over by then.

What each fault does:

${faults.map(({ name, what }) => `- **${name}**: ${what}`).join('\n')}
${crowdsSeen(crowds)}`;
};
