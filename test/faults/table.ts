import { peopleOf } from '../../loadtest/people/outcome';
import type { Burst } from './crowd/burst';
import type { Figures } from './judge/judge';

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

export const isFaultless = ({ figures }: Judged): boolean => mustBeZero.every((name) => figures[name] === 0);

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

/** One row for each fault, as Markdown. */
export const table = (all: readonly Judged[]): string => {
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
  const wrong = mustBeZero.filter((name) => figures[name] !== 0).map((name) => `${figures[name]} ${name}`);
  const did = [
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

interface Made {
  readonly date: string;
  readonly command: string;
  readonly machine: string;
  readonly minutes: number;
}

/** The result page that is committed. */
export const resultPage = (
  all: readonly Judged[],
  followed: string | undefined,
  { date, command, machine, minutes }: Made,
): string => {
  const faults = [...new Map(all.map(({ burst }) => [burst.fault.name, burst.fault])).values()];
  return `# Faults

Made by \`${command}\` on ${date}, ${minutes.toFixed(0)} minutes; ${machine}. One system, one fresh race for each burst; the fault
strikes while runners hold and pay. Afterwards everything comes to rest, holds expire, and later comers buy what came back. Then
clients, database, processor and mail server are compared. "Groups": runners who brought somebody; all of them are in, or none. The columns from "oversold" to "dead letters" must be zero.

${table(all)}

"Dealt twice": numbers the cache promised to two people. "Late": registered on another spot than the one promised. "Refused":
authorised, no spot left, the money let go. "Mails uncertain": a sender died while sending; listed, not sent again. "Recovery": from
the end of the fault until spots were held and registrations confirmed again; – where the burst was over by then.

What each fault does:

${faults.map(({ name, what }) => `- **${name}**: ${what}`).join('\n')}
${followed === undefined ? '' : `\nPublisher, cache, gateway and database killed, each once, while a crowd follows a race that is told live:\n\n\`\`\`\n${followed.trim()}\n\`\`\`\n`}`;
};
