import { graceAfter } from '../../spots/blocks/block';
import type { CurvePoint } from '../ports';
import { passesBelow, turnAt } from '../rules/waves';
import { comesBack } from './coming-back';
import { believedMean, dueOf, patiently, sharesBy } from './delays';
import { type Called, type EventFacts, roomOf, seatsPerAskOf, showUpOf } from './next-calls';

/**
 * The instants that the curve tells of, in seconds from now. Pages take it for straight in between, although spots come back by whole
 * blocks, so it may be flat up to an instant and steep behind it: whoever is between two of them may be told too early an end. More
 * instants would make the document longer, which a crowd reads every few seconds.
 */
const instants = [10, 30, 60, 120, 300, 600, 1800, 3600] as const;
const stepSeconds = 5;
/** Steps in which everybody has asked who asks at all. */
const askingSteps = 40;

/** The share of holds that ends in a registration, until it is known. */
const believedFinish = 0.82;
/** As if so many holds had ended so. */
const priorHolds = 50;

/**
 * What may be otherwise than believed: the line moves more slowly, as believed, or faster. `lateAfter`: how many seconds later those
 * ask of whom nothing is known yet. `party`: how many spots a pass asks for, until it is known. `undealtOfLost`: as `comesBack` has it.
 * `reclaimedAfter`: how many seconds after the end of their block spots come back. Ended blocks are looked for once a minute.
 */
const beliefs = [
  {
    rate: 0.75,
    showUp: 1.2,
    finish: 0.12,
    waits: 'longest',
    lateAfter: believedMean,
    party: 1.6,
    undealtOfLost: 0,
    reclaimedAfter: 60,
  },
  {
    rate: 1,
    showUp: 1,
    finish: 0,
    waits: 'learned',
    lateAfter: believedMean,
    party: 1.25,
    undealtOfLost: 0.5,
    reclaimedAfter: 30,
  },
  {
    rate: 1,
    showUp: 0.75,
    finish: -0.14,
    waits: 'shortest',
    lateAfter: 4,
    party: 1,
    undealtOfLost: 1,
    reclaimedAfter: 0,
  },
] as const;

/** How many of those called come at the least, until it is known, as a share of what is believed. */
const fewestCome = 0.4;
/** It is known half when the time of so many has come. */
const halfKnown = 100;

export interface Outlook {
  /** Asks a second, now and at the most, that this event gets. */
  readonly rate: number;
  readonly rateMax: number;
  /** When a spot comes back that nobody registered, in seconds. */
  readonly hold: number;
  /** Seconds since the epoch. */
  readonly now: number;
}

/** Where the control will have called to, if it goes on as now. */
export const curveOf = (facts: EventFacts, called: Called, outlook: Outlook): readonly CurvePoint[] => {
  const [low, middle, high] = beliefs.map((belief) => forward(facts, called, outlook, belief));
  return instants.map((seconds, n) => [seconds, low?.[n] ?? 0, middle?.[n] ?? 0, high?.[n] ?? 0]);
};

/**
 * The share of holds that ends in a registration. What was asked for and is neither free nor held any more came to that: so
 * it is known of holds whose time is over. Who asked in vain holds nothing.
 */
const finishOf = (
  { history, free, inVain }: EventFacts,
  seatsPerAsk: number,
  asked: number,
  hold: number,
  now: number,
): number => {
  const [first] = history;
  if (!first) return believedFinish;
  const over = history.findLast(([at]) => at <= now - hold)?.[2] ?? first[2];
  const holds = Math.max(0, asked - first[2] - inVain) * seatsPerAsk;
  const ended = Math.min(holds, (over - first[2]) * seatsPerAsk);
  const cameBack = Math.max(0, holds - (first[3] - free));
  return (Math.max(0, ended - cameBack) + priorHolds * believedFinish) / (ended + priorHolds);
};

const forward = (
  facts: EventFacts,
  { called: calledNow, calledTo, due: dueNow }: Called,
  { rate: rateNow, rateMax, hold, now }: Outlook,
  belief: (typeof beliefs)[number],
): readonly number[] => {
  const { waves, present, asks, seats, history, free: freeNow, out, pace } = facts;
  const shares = sharesBy(history, asks, calledNow, now, belief.lateAfter);
  const patient = patiently(sharesBy(history, asks, calledNow, now));
  const askedNow = asks.reduce((all, one) => all + one, 0);
  const seatsPerAsk = seatsPerAskOf(seats, askedNow, belief.party);
  // How people come need not be believed on the slow side. What the control will do follows from what it believes.
  const due = dueOf(history, calledNow, now, shares);
  const unknown = belief.showUp < 1 ? (belief.showUp - fewestCome) * (halfKnown / (due + halfKnown)) : 0;
  const showUp = Math.min(1, Math.max(0.05, showUpOf(askedNow, due) * (belief.showUp - unknown)));
  const steps = (instants.at(-1) ?? 0) / stepSeconds;
  // At the least, people come as late as the control waits for them.
  const asking = partsOf(belief.waits === 'longest' ? patient : shares);
  // The control may learn any moment that those who have not come will not.
  const waited = belief.waits === 'shortest' ? patiently(() => 1) : patient;
  const expecting = partsOf(waited);
  const [arriving, expected] = [new Float64Array(steps + askingSteps + 2), new Float64Array(steps + askingSteps + 2)];
  // What is held from now on comes back so many seconds later, if its block is spent at once.
  const backAfter = hold + graceAfter.spent;
  const comingBack = new Float64Array(steps + (backAfter + belief.reclaimedAfter) / stepSeconds + 2);

  const finish = Math.min(0.98, Math.max(0.3, finishOf(facts, seatsPerAsk, askedNow, hold, now) + belief.finish));
  // At the least, all come who have not yet asked, as far as the control still waits for them.
  const left = belief.waits === 'longest' ? calledNow - dueOf(history, calledNow, now, patient) : 0;
  const stillCome = left > 0 ? Math.min(1, Math.max(showUp, (calledNow - askedNow) / left)) : showUp;
  for (const [n, [at, passes]] of history.entries()) {
    const [until, passesAfter] = history[n + 1] ?? [now, calledNow];
    const age = now - (at + until) / 2;
    const first = Math.floor(age / stepSeconds);
    for (let step = first; step < askingSteps; step++) {
      add(arriving, step - first + 1, (passesAfter - passes) * stillCome * (asking[step] ?? 0));
      add(expected, step - first + 1, (passesAfter - passes) * (expecting[step] ?? 0));
    }
  }

  for (const block of out) {
    // A block that is dealt from still ends earlier than it says, once it is spent.
    const after = belief.waits === 'longest' ? block.endsAt - now : Math.min(block.endsAt - now, backAfter);
    const step = Math.max(1, Math.ceil((after + belief.reclaimedAfter) / stepSeconds));
    add(comingBack, step, comesBack(block, finish, belief.undealtOfLost));
  }

  let [free, called, rate, asked] = [freeNow, calledNow, rateNow, askedNow];
  // The control waits for those whom it called, whether they come or not.
  let believedDue = belief.waits === 'shortest' ? dueOf(history, calledNow, now, waited) : dueNow;
  const most = rateMax * belief.rate;
  const after: number[] = [];
  for (let step = 1; step <= steps; step++) {
    free += comingBack[step] ?? 0;
    const come = arriving[step] ?? 0;
    asked += come;
    believedDue += expected[step] ?? 0;
    const got = Math.min(come * seatsPerAsk, free);
    free -= got;
    add(comingBack, step + Math.ceil((backAfter + belief.reclaimedAfter) / stepSeconds), got * (1 - finish));
    rate = Math.min(most, rate + (rateMax / 30) * stepSeconds);
    const { showUp: believed, room } = roomOf({ called, due: believedDue, asked, free, seatsPerAsk });
    const calls = (Math.min(rate * stepSeconds, room) / believed) * pace;
    called += calls;
    for (const [n, share] of asking.entries()) add(arriving, step + n + 1, calls * showUp * share);
    for (const [n, share] of expecting.entries()) add(expected, step + n + 1, calls * share);
    after.push(called);
  }
  return instants.map((seconds) => {
    const reached = after[seconds / stepSeconds - 1] ?? calledNow;
    // Between two passes the turn is as it is.
    // A wave is a second. The clock may have been set back.
    return reached <= passesBelow(waves, calledTo)
      ? calledTo
      : Math.max(calledTo, turnAt(waves, reached, present + seconds));
  });
};

/** How much of a share that grows with the age falls into each step. */
const partsOf = (shareBy: (age: number) => number) =>
  Array.from({ length: askingSteps }, (_, step) => shareBy((step + 1) * stepSeconds) - shareBy(step * stepSeconds));

const add = (to: Float64Array, at: number, much: number) => {
  to[at] = (to[at] ?? 0) + much;
};
