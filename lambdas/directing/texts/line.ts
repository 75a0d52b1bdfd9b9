import type { LineFigures, LineWish, StandingLine, Steered } from '../../line/orders/ports';
import { begins, inNextMinute } from '../../line/orders/steer';
import type { LineMode } from '../../races/race';

const number = new Intl.NumberFormat('en');
const people = (n: number) => (n === 1 ? '1 person' : `${number.format(n)} people`);
const spots = (n: number) => (n === 1 ? '1 spot' : `${number.format(n)} spots`);

/** What a word about a line does, in sentences with figures: who is let in, and who is not. The same before and after it is done. */
export const lineSays = (
  wish: LineWish,
  { before, after, figures, rateMax, timeZone, isChanged }: Steered,
): readonly string[] => {
  if (!isChanged) return ['It is so already. Nothing changes.'];
  const time = (instant: number | string) =>
    new Date(instant).toLocaleTimeString('en', { timeZone, hourCycle: 'h23', timeStyle: 'medium' });
  const { line } = after;
  if (begins({ before, after })) return beginSays(before.mode, line, rateMax);
  const ofMode = before.mode === after.mode ? [] : modeSays(before, after, time);
  if (!line || !before.line || !figures || before.line.state === 'open') return ofMode;
  const gun = time(line.gun);
  const { waiting, called, passes } = totals(figures);
  const isForming = before.line.state === 'lobby';
  if (line.state === 'open')
    return isForming
      ? [
          ...ofMode,
          `Nothing is drawn. At ${gun} everybody may ask at once: ${people(passes)} so far, for ${roomIn(figures)}.`,
          ...tooMany(passes, figures),
        ]
      : [
          ...ofMode,
          `The line ends. ${people(waiting)} who wait may ask at once, for ${roomIn(figures)}.`,
          ...tooMany(waiting, figures),
        ];
  switch (wish.kind) {
    case 'open':
      return ofMode;
    case 'postpone':
      return [
        `The list of the draw closes at ${time(line.enrolUntil)}, and not at ${time(before.line.enrolUntil)}.`,
        `Everybody who came before ${gun} has until then to get into the draw: ${people(figures.passes.draw)} so far. Nobody is let in before.`,
      ];
    case 'set':
      if (before.line.held !== line.held)
        return [
          ...ofMode,
          ...(line.held === undefined
            ? [`The line goes on.`, ...goesOn(figures, line.pace, isForming, gun)]
            : [
                isForming
                  ? `Turns are drawn at ${gun}, and nobody is called then until you let the line go on. ${people(passes)} are in it so far.`
                  : `The line stands still: nobody else is called until you let it go on. ${people(waiting)} wait. ${people(called)} were called before, and may still ask.`,
                `Runners read: “${line.held}”`,
              ]),
        ];
      if (before.line.pace !== line.pace)
        return [
          ...ofMode,
          `The line goes at ${percent(line.pace)} of what is borne, and not at ${percent(before.line.pace)}.`,
          ...goesOn(figures, line.pace, isForming, gun),
        ];
      return ofMode;
  }
};

/** Of a line in the middle of a sale. */
const beginSays = (
  modeBefore: LineMode,
  line: StandingLine | undefined,
  rateMax: number | undefined,
): readonly string[] => {
  const { pace = 1, held } = line ?? {};
  return [
    'A line begins now. Whoever wants a spot from now on gets a place in it, in order of arrival, and nothing is drawn.',
    ...(held === undefined
      ? [
          rateMax === undefined
            ? `They are let in as fast as ${pace === 1 ? 'everything bears' : `${percent(pace)} of what everything bears`}, and no more of them than there are free spots.`
            : `About ${people(Math.round(rateMax * pace * 60))} are let in within a minute, and no more than there are free spots.`,
        ]
      : ['It stands still: nobody is called until you let it go on.', `Runners read: “${held}”`]),
    'Whoever holds a spot, pays, or was offered a spot goes on as if there were no line.',
    'It ends by itself when nobody waits any more.',
    ...(modeBefore === 'always' ? [] : ['Later lines of this race always draw turns.']),
  ];
};

const percent = (pace: number) => `${Math.round(pace * 100)} %`;

const rules = {
  auto: 'A line of this race draws turns if more people come than can be served at once. Otherwise everybody goes straight in.',
  always: 'A line of this race always draws turns.',
  never: 'This race has no line: spots go to those who ask first.',
} satisfies Record<LineMode, string>;

const modeSays = ({ line }: Steered['before'], after: Steered['after'], time: (instant: number) => string) => {
  if (!line) return [rules[after.mode]];
  if (line.state === 'open') {
    const isGone = line.kind === 'opening' && after.mode !== 'never';
    return [rules[after.mode], ...(isGone ? [`The line of ${time(line.gun)} was ended, and does not come back.`] : [])];
  }
  const counts =
    line.atGun !== after.line?.atGun
      ? `That counts at ${time(line.gun)}.`
      : `The line of ${time(line.gun)} goes on as it is.`;
  return [rules[after.mode], ...(after.mode === 'never' ? [] : [counts])];
};

const goesOn = (figures: LineFigures, pace: number, isForming: boolean, gun: string): readonly string[] => {
  if (isForming) return [`Nobody is called before ${gun}.`];
  const { waiting } = totals(figures);
  const soon = inNextMinute(figures.events, figures.rate, pace);
  return [
    soon === undefined
      ? `${people(waiting)} wait, for ${roomIn(figures)}.`
      : `About ${people(soon)} are let in within the next minute. ${people(waiting)} wait, for ${roomIn(figures)}.`,
  ];
};

const totals = ({ passes, events }: LineFigures) => ({
  passes: passes.draw + passes.later,
  // A person waits for all events at once, and may ask where they are called first.
  waiting: Math.min(...events.map(({ waiting }) => waiting), passes.draw + passes.later),
  called: Math.max(0, ...events.map(({ called }) => called)),
});

const freeIn = ({ events }: LineFigures) => events.reduce((sum, { free }) => sum + free, 0);

const roomIn = (figures: LineFigures) => `${spots(freeIn(figures))} that ${freeIn(figures) === 1 ? 'is' : 'are'} free`;

const tooMany = (asking: number, figures: LineFigures): readonly string[] =>
  asking > freeIn(figures)
    ? [`About ${people(asking - freeIn(figures))} will find nothing: spots go to the fastest. This cannot be undone.`]
    : ['There is room for everybody who is here. This cannot be undone.'];
