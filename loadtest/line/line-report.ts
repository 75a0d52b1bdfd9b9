import type { GeneratorLoad } from '../generator/results';
import { Histogram } from '../report/histogram';
import { checkList, figureTable, type Made, runInTerminal } from '../report/run-words';
import type { Validity } from '../report/test-report';
import type { LineOptions } from './line-options';
import { botShareOf, inTurnOf, isInVain, lineVerdict, rangesOf } from './line-verdict';
import type { Lined } from './run-line';

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${number((100 * part) / whole, 2)} %`);
const seconds = (value: number | undefined) => (value === undefined ? '–' : `${number(value)} s`);
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

const tally = (words: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, times]) => `${number(times)} × ${word}`).join(', ');
};

/** How many generators there were, and how the worst of them kept up. */
export const generatorsInWords = (
  { lateness, busiestShare, maxMemoryMb }: GeneratorLoad,
  { processes }: Pick<LineOptions, 'processes'>,
): string =>
  `${processes}, timers ${number(Histogram.parse(lateness).percentile(0.99) / 1000)} ms late at p99 in the latest; the busiest used ${number(busiestShare * 100)} % of a core; ${number(maxMemoryMb)} MB together`;

/** One run in figures. */
const figures = (run: Lined, wish: LineOptions): readonly (readonly [string, string])[] => {
  const { waited, list, calls, soldAfter, steps, generator } = run;
  const asked = inTurnOf(run);
  const late = asked.filter((one) => one.refusal !== '' && !isInVain(one) && !one.refusal.startsWith('too-many'));
  const [kept, bots] = [rangesOf(run), botShareOf(run)];
  const honest = waited.filter(({ bot }) => bot === undefined);
  const looked = honest.filter(({ looks }) => looks > 0);
  const isIn = ({ outcome }: { readonly outcome?: { readonly kind: string } }) => outcome?.kind === 'confirmed';
  const all = [...steps.values()].reduce((whole, one) => {
    whole.add(one);
    return whole;
  }, new Histogram());
  const ms = (step: Histogram | undefined) =>
    step ? `${number(step.mean / 1000)} / ${number(step.percentile(0.99) / 1000)} ms` : '–';
  return [
    ['passes: honest people, bots', `${number(honest.length)}, ${number(waited.length - honest.length)}`],
    ['in the list of the draw, too late for it', `${number(list.count)}, ${number(list.late)}`],
    ['steps in which the line called', number(calls.length)],
    ['half of the spots were registered after the gun', seconds(soldAfter.half)],
    ['95 % of them', seconds(soldAfter.most)],
    [
      'spots of honest people, of bots',
      `${number(honest.filter(isIn).length)}, ${number(waited.filter(isIn).length - honest.filter(isIn).length)}`,
    ],
    ['asked in their turn', number(asked.length)],
    ['of them in vain', `${asked.filter(isInVain).length} (${percent(asked.filter(isInVain).length, asked.length)})`],
    ['what those who asked in their turn were told first', tally(asked.map(({ refusal }) => refusal || 'a spot'))],
    ['came later than a minute, when all was gone or held', number(late.length)],
    ['ranges told, kept', `${number(kept.kept + kept.broken)}, ${percent(kept.kept, kept.kept + kept.broken)}`],
    [
      'looks at the line of a person who waited',
      number(sum(looked.map(({ looks }) => looks)) / Math.max(1, looked.length), 1),
    ],
    [
      'passes of bots in the draw, called; expected by chance',
      `${bots.drawn}, ${bots.called}; ${number(bots.expected, 1)}`,
    ],
    [
      'spots for each 100 passes: honest people who stayed, bots',
      `${percent(honest.filter(isIn).length, honest.filter(({ isAway }) => !isAway).length)}, ${percent(waited.length - honest.length === 0 ? 0 : waited.filter((one) => one.bot !== undefined && isIn(one)).length, waited.length - honest.length)}`,
    ],
    ['answers of honest people, mean / p99', ms(all)],
    ['of them the line', ms(steps.get('line'))],
    ['a pass', ms(steps.get('pass'))],
    ['a hold', ms(steps.get('hold'))],
    ['a registration', ms(steps.get('submit'))],
    ['spots', number(wish.spots)],
    ['generators', generatorsInWords(generator, wish)],
  ];
};

export const lineInTerminal = (run: Lined, wish: LineOptions): string =>
  runInTerminal(
    `${number(wish.people)} people and ${wish.bots} bots with ${number(wish.passesOfBot)} passes each in line for ${number(wish.spots)} spots`,
    figures(run, wish),
    lineVerdict(run, wish),
  );

/** The committed result, of one run. */
export const linePage = (
  run: Lined,
  wish: LineOptions,
  validity: Validity,
  made: Made,
): string => `# An opening with a line

Made by \`${made.command}\` on ${made.date} at ${made.commit}; ${made.machine}. ${number(wish.people)} people come to the line of a race with
${number(wish.spots)} spots, most of them in the minutes before its opening, and wait as the page does; ${number(wish.awayShare * 100)} % of them do not look again, and a
fifth of these come back late. ${wish.bots} bots get ${number(wish.passesOfBot)} passes each from one address, look every second, ask in the second in which they are called,
and also before. The generator shares the cores with the system. What the line did is read from the proof of its draw.

${figureTable(figures(run, wish))}

${checkList(lineVerdict(run, wish))}
${validity.kind === 'void' ? `\n${validity.reasons.join(' ')} So the times above say little of the system.\n` : ''}`;
