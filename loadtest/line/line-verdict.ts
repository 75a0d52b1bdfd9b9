import type { Check } from '../report/test-report';
import { between } from '../verdict/checks';
import type { LineOptions } from './line-options';
import { type Call, calledAt, type LineRun, type Waited } from './waited';

/** Register reads a line that is at most so much older than what everybody reads. */
const knownAfterMs = 3_000;
/** The line waits so long for somebody whom it called, until it knows better. */
const awaitedMs = 60_000;
/** Passes of one address that are in the draw: lambdas/line/pass/issue-pass.ts. */
const passesOfAddress = 200;
/** Of the ranges that people were told, so many are kept. */
const keptShare = 0.95;

/** Of those who asked in their turn, at most so many may find that somebody was faster. */
const inVainShare = (spots: number): number => (spots >= 50_000 ? 0.001 : spots >= 2_000 ? 0.01 : 0.05);

const none = ['all-held', 'sold-out', 'waiting-list', 'too-few-spots'];

/** Who asked once they were called, when that was, and how their first ask then ended. */
interface InTurn {
  readonly who: Waited;
  readonly turn: number;
  readonly calledAt: number;
  readonly askedAt: number;
  readonly refusal: string;
}

export const inTurnOf = ({ waited, calls }: Pick<LineRun, 'waited' | 'calls'>): readonly InTurn[] =>
  waited.flatMap((who) => {
    const { turn, asks } = who;
    const at = turn === undefined ? undefined : calledAt(calls, turn);
    const first = at === undefined ? undefined : asks.find((ask) => ask.at >= at && ask.refusal !== 'not-your-turn');
    return turn === undefined || at === undefined || !first
      ? []
      : [{ who, turn, calledAt: at, askedAt: first.at, refusal: first.refusal }];
  });

export const isInVain = ({ refusal, askedAt, calledAt: at }: InTurn): boolean =>
  none.includes(refusal) && askedAt - at <= awaitedMs;

const turnsOf = (waited: readonly Waited[]) =>
  waited.flatMap(({ turn, asks }) => (turn === undefined ? [] : asks.map((ask) => ({ turn, ...ask }))));

const fallsIn = (calls: readonly Call[]) => calls.filter(([, to], n) => to < (calls[n - 1]?.[1] ?? 0)).length;

/** Holds before their turn was called. */
const tooEarly = ({ waited, calls }: LineRun): number =>
  turnsOf(waited).filter(({ turn, answeredAt, refusal }) => {
    const at = calledAt(calls, turn);
    return refusal === '' && (at === undefined || at > answeredAt);
  }).length;

/** How many were sent back although a later turn had been let in some seconds before. */
const overtaken = ({ waited }: LineRun): number => {
  const all = turnsOf(waited);
  const letIn = all.filter(({ refusal }) => refusal === '').sort((a, b) => a.answeredAt - b.answeredAt);
  const latest: Call[] = [];
  for (const { answeredAt, turn } of letIn) latest.push([answeredAt, Math.max(turn, latest.at(-1)?.[1] ?? 0)]);
  return all.filter(({ refusal, turn, at }) => {
    const before = refusal === 'not-your-turn' ? calledAt(latest, turn) : undefined;
    return before !== undefined && before < at - knownAfterMs;
  }).length;
};

/** How many were sent back by the line although their turn had been called some seconds before. */
const refusedInTurn = ({ waited, calls }: LineRun): number =>
  turnsOf(waited).filter(({ turn, at, refusal }) => {
    const called = calledAt(calls, turn);
    return (
      (refusal === 'not-your-turn' || refusal === 'join-line') && called !== undefined && called < at - knownAfterMs
    );
  }).length;

/**
 * Of the ranges that were told: how many were kept, how many were not, and of how many nobody can say it, because the run ended before
 * or because time jumped. Whoever told a range could not know of a jump: what was told before it is judged by what happened before it.
 */
export const rangesOf = ({
  waited,
  calls,
  endedAt,
  jump,
}: Pick<LineRun, 'waited' | 'calls' | 'endedAt' | 'jump'>): {
  readonly kept: number;
  readonly broken: number;
  readonly unknown: number;
} => {
  const counts = { kept: 0, broken: 0, unknown: 0 };
  for (const { turn, told } of waited) {
    const at = turn === undefined ? undefined : calledAt(calls, turn);
    for (const range of told) {
      const isBefore = jump !== undefined && range.at < jump.from;
      const isDuring = jump !== undefined && !isBefore && range.at < jump.until;
      const waitedFor = at === undefined || (isBefore && at >= jump.from) ? undefined : (at - range.at) / 1000;
      const isOver = range.at + range.to * 1000 < (isBefore ? jump.from : endedAt);
      if (isDuring || (waitedFor === undefined && !isOver)) counts.unknown++;
      else if (waitedFor !== undefined && waitedFor >= range.from && waitedFor <= range.to) counts.kept++;
      else counts.broken++;
    }
  }
  return counts;
};

export interface BotShare {
  /** Passes of bots that are in the draw, and how many of them were called. */
  readonly drawn: number;
  readonly called: number;
  /** How many of them are called if chance decides, and at most how many then. */
  readonly expected: number;
  readonly most: number;
}

/** One in thirty thousand runs has more. */
const deviations = 4;

export const botShareOf = ({ waited, calls }: LineRun): BotShare => {
  const drawn = waited.filter(({ wave, turn }) => wave === 0 && turn !== undefined);
  const isCalled = ({ turn }: Waited) => turn !== undefined && calledAt(calls, turn) !== undefined;
  const [bots, share] = [
    drawn.filter(({ bot }) => bot !== undefined),
    drawn.length === 0 ? 0 : drawn.filter(isCalled).length / drawn.length,
  ];
  const expected = bots.length * share;
  const spread = Math.sqrt(expected * (1 - share));
  return {
    drawn: bots.length,
    called: bots.filter(isCalled).length,
    expected,
    most: Math.ceil(expected + deviations * spread),
  };
};

const isIn = ({ outcome }: Waited) => outcome?.kind === 'confirmed';

/** What must be true of a run with a line. */
export const lineVerdict = (run: LineRun, { spots }: Pick<LineOptions, 'spots'>): readonly Check[] => {
  const { waited, turnedAway, calls, seen, draw, books } = run;
  const asked = inTurnOf(run);
  const inVain = asked.filter(isInVain).length;
  const ranges = rangesOf(run);
  const told = ranges.kept + ranges.broken;
  const share = botShareOf(run);
  const honest = waited.filter(({ bot }) => bot === undefined);
  const drawnOf = new Map<number, number>();
  for (const { bot, wave } of waited)
    if (bot !== undefined && wave === 0) drawnOf.set(bot, (drawnOf.get(bot) ?? 0) + 1);
  // A spot that is not registered is there for somebody who was called.
  const unserved = asked.filter(({ who }) => who.bot === undefined && !isIn(who)).length;
  const present = waited.filter(({ isAway }) => !isAway).length;
  const errors = [
    ...turnedAway,
    ...honest.flatMap(({ outcome }) => (outcome?.kind === 'error' ? [outcome.detail] : [])),
  ];
  return [
    between('order: times that the line called back', fallsIn(calls) + fallsIn(seen), 0),
    between('order: holds before their turn was called', tooEarly(run), 0),
    between('order: people sent back after a later turn was let in', overtaken(run), 0),
    between('people whose turn was called, and whom the line refused', refusedInTurn(run), 0),
    between('asked in vain', inVain, 0, Math.floor(asked.length * inVainShare(spots))),
    between('called and not served while spots were left', Math.min(unserved, Math.max(0, spots - books.rows)), 0),
    {
      name: 'ranges kept',
      expected: `at least ${keptShare * 100} %`,
      actual: told === 0 ? 'none was told' : `${((100 * ranges.kept) / told).toFixed(1)} % of ${told}`,
      holds: told > 0 && ranges.kept >= keptShare * told,
    },
    {
      name: 'the draw, as anybody checks it',
      expected: 'right',
      actual: draw.isRight ? 'right' : draw.said,
      holds: draw.isRight,
    },
    between('passes in the draw of the bot that has most', Math.max(0, ...drawnOf.values()), 0, passesOfAddress),
    between('passes of bots that the draw called', share.called, 0, share.most),
    between('spots registered, never more than there are', books.rows, Math.min(spots, present), spots),
    between('registrations, each told to somebody', books.rows, waited.filter(isIn).length),
    between('cards charged', books.charges, books.rows),
    {
      name: 'people who saw an error',
      expected: '0',
      actual: errors[0] === undefined ? '0' : `${errors.length}, the first: ${errors[0]}`,
      holds: errors.length === 0,
    },
  ];
};
