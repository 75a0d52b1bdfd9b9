import { curveOf } from '../../../lambdas/line/calling/curve';
import { delayEnds, partOfTurn, pastOf, type Reading, withReading } from '../../../lambdas/line/calling/delays';
import { type EventFacts, type Load, nextCalls } from '../../../lambdas/line/calling/next-calls';
import { pauseFor, type Wait, waitOf } from '../../../lambdas/line/rules/wait';
import { randomOf } from './random';
import { Spots } from './spots';

/** A line before one event, in steps of a tenth of a second: everybody looks as the page does. */
export interface Crowd {
  readonly seed: number;
  readonly honest: number;
  /** Passes whose owners look every second. */
  readonly eager: number;
  readonly spots: number;
  /** The share of the honest that does not look again, and the share of these that comes back all the same, within so many seconds. */
  readonly away: number;
  readonly back: number;
  readonly backSeconds: number;
  /** How many people a pass asks for: a share of passes each, from one person on. */
  readonly parties: readonly number[];
  /** Seconds from a look that shows that they are called until they ask. */
  readonly thinks: readonly [least: number, most: number];
  /** Seconds that a request is on its way until it is counted, or its answer is there. */
  readonly slow: readonly [least: number, most: number];
  /** Seconds between two ticks. */
  readonly ticks: readonly [least: number, most: number];
  /** Seconds from the moment at which an ask is counted until its spot is dealt. */
  readonly dealt: number;
  /** The share of holds that ends in a registration, within so many seconds, and how long the others are held. */
  readonly finish: number;
  readonly pays: readonly [least: number, most: number];
  readonly hold: number;
  /** The cache is emptied when so large a share of the spots has been dealt. */
  readonly losses: readonly number[];
  readonly rateMax: number;
  readonly seconds: number;
}

const usual: Crowd = {
  seed: 1,
  honest: 6_000,
  eager: 600,
  spots: 2_000,
  away: 0.3,
  back: 0.2,
  backSeconds: 60,
  parties: [1],
  thinks: [0.5, 2],
  slow: [0, 0],
  ticks: [1, 1],
  dealt: 0.05,
  finish: 1,
  pays: [20, 60],
  hold: 600,
  losses: [],
  rateMax: 200,
  seconds: 600,
};

export interface CrowdCourse {
  /** Who asked once they were called, and how many of them found none within a minute of their call. */
  readonly asked: number;
  readonly inVain: number;
  /** Ranges that people were told, and those that were kept. */
  readonly told: number;
  readonly kept: number;
  /** How often an honest person looked who was there. */
  readonly looks: number;
  /** Their looks a second, in the busiest ten seconds after the first ten. */
  readonly mostLooks: number;
  /** Seconds until so large a share of the spots was dealt. */
  readonly dealtBy: (share: number) => number | undefined;
  /** Asks a second, in the busiest ten seconds. */
  readonly mostAsks: number;
}

interface Person {
  turn: number;
  party: number;
  nextAt: number;
  isEager: boolean;
  told: [at: number, from: number, to: number][];
}

const poll = { divide: 2, min: 3, max: 60 };
const steps = 10;
/** Somebody who asks later than so long after their call was given up by the line. */
const awaitedSeconds = 60;
const busySeconds = 10;

export const runCrowd = (given: Partial<Crowd> = {}): CrowdCourse => {
  const world: Crowd = { ...usual, ...given };
  const random = randomOf(world.seed);
  const { honest, eager } = world;
  const passes = honest + eager;
  const people: Person[] = Array.from({ length: passes }, (_, n) => {
    const isEager = n >= honest;
    const isGone = !isEager && random() < world.away;
    const isBack = isGone && random() < world.back;
    return {
      turn: random(),
      party: partyOf(world.parties, random()),
      nextAt: isGone
        ? isBack
          ? random() * world.backSeconds
          : Number.POSITIVE_INFINITY
        : (3 + 4 * random()) * random(),
      isEager,
      told: [],
    };
  });
  const agenda: Person[][] = Array.from({ length: world.seconds * steps + 1 }, () => []);
  const asking: Person[][] = Array.from({ length: world.seconds * steps + 1 }, () => []);
  const dealing: Person[][] = Array.from({ length: world.seconds * steps + 1 }, () => []);
  const spots = new Spots(world);
  const plan = (list: Person[][], at: number, who: Person) => list[Math.ceil(at * steps)]?.push(who);
  for (const who of people) plan(agenda, who.nextAt, who);

  const waves = [[0, passes, 1]] as const;
  const asks = new Array<number>(delayEnds.length).fill(0);
  let history: readonly Reading[] = [];
  let [calledTo, seats, asked, inVain, foundNone, looks] = [0, 0, 0, 0, 0, 0];
  const present = people.filter(({ isEager, nextAt }) => !isEager && nextAt < Number.POSITIVE_INFINITY).length;
  let rate: number | undefined;
  const calls: [at: number, calledTo: number][] = [];
  const dealtAt: number[] = [];
  const asksIn = new Array<number>(Math.ceil(world.seconds / busySeconds) + 1).fill(0);
  const looksIn = [...asksIn];
  let seen: { at: number; calledTo: number; curve: ReturnType<typeof curveOf> } = { at: 0, calledTo: 0, curve: [] };
  const door: Person[] = [];
  let [lastTick, nextTick] = [-1, 0];
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);
  const calledAt = (turn: number) => calls.find(([, to]) => turn < to)?.[0];
  const deal = (who: Person, at: number): boolean => {
    if (spots.free < who.party) return false;
    for (let n = 0; n < who.party; n++) {
      dealtAt.push(at);
      spots.deal(at, random() < world.finish);
    }
    return true;
  };
  const losses = [...world.losses];

  let done = world.seconds;
  for (let step = 0; step <= world.seconds * steps; step++) {
    const now = step / steps;
    if (now >= nextTick) {
      spots.reclaim(now, lastTick);
      if (losses[0] !== undefined && dealtAt.length >= losses[0] * world.spots) {
        losses.shift();
        spots.loseCounters(now);
      }
      while (door[0] && deal(door[0], now)) door.shift();
      const { free } = spots;
      const facts: EventFacts = {
        ...{ eventId: 'run', waves, present: 0, calledTo, free, asks: [...asks], seats, history, pace: 1 },
        ...{ inVain: foundNone, out: spots.out(now) },
      };
      const load: Load = { rateMax: world.rateMax, rate, lag: 0, busyShare: 0, now, sinceLast: now - lastTick };
      [lastTick, nextTick] = [now, now + between(world.ticks)];
      const { rate: next, events } = nextCalls([facts], load);
      const [event] = events;
      if (!event) throw new Error('one event was given');
      const reading = (to: number): Reading => [now, to * passes, asked, free, to];
      history = withReading(history, reading(calledTo), reading(event.calledTo), world.hold);
      if (event.calledTo > calledTo) calls.push([now, event.calledTo]);
      rate = next;
      calledTo = event.calledTo;
      const curve = curveOf(facts, event, { rate, rateMax: world.rateMax, hold: world.hold, now });
      seen = { at: now, calledTo, curve };
      if (spots.areGone) {
        done = now;
        break;
      }
    }
    for (const who of agenda[step] ?? []) {
      const wait: Wait = waitOf(who.turn, seen.calledTo, seen.curve);
      if (!who.isEager) {
        looks++;
        const part = Math.floor(now / busySeconds);
        looksIn[part] = (looksIn[part] ?? 0) + 1;
      }
      if (wait.kind === 'called') {
        // The answer comes, they think, and the request for a spot goes.
        const thinks = who.isEager ? 0.1 : between(world.thinks);
        plan(asking, now + between(world.slow) + thinks + between(world.slow), who);
        continue;
      }
      if (wait.kind === 'range' && !who.isEager) who.told.push([seen.at, wait.from, wait.to]);
      plan(
        agenda,
        now + between(world.slow) + (who.isEager ? 1 : pauseFor(wait, poll, { isHidden: false, passes }, random())),
        who,
      );
    }
    for (const who of asking[step] ?? []) {
      const delay = partOfTurn(who.turn, pastOf(history, now));
      asks[delay] = (asks[delay] ?? 0) + 1;
      asked++;
      const part = Math.floor(now / busySeconds);
      asksIn[part] = (asksIn[part] ?? 0) + 1;
      seats += who.party;
      plan(dealing, now + world.dealt, who);
    }
    for (const who of dealing[step] ?? []) {
      if (deal(who, now)) continue;
      door.push(who);
      foundNone++;
      if (now - (calledAt(who.turn) ?? 0) > awaitedSeconds) continue;
      inVain++;
    }
  }
  let [told, kept] = [0, 0];
  for (const who of people) {
    const at = calledAt(who.turn);
    for (const [when, from, to] of who.told) {
      const waited = at === undefined ? undefined : at - when;
      if (waited === undefined && when + to >= done) continue;
      told++;
      if (waited !== undefined && waited >= from && waited <= to) kept++;
    }
  }
  return {
    asked,
    inVain,
    told,
    kept,
    looks: looks / present,
    mostLooks: Math.max(...looksIn.slice(1)) / busySeconds,
    dealtBy: (share) => dealtAt[Math.ceil(world.spots * share) - 1],
    mostAsks: Math.max(...asksIn) / busySeconds,
  };
};

const partyOf = (parties: readonly number[], random: number): number => {
  let left = random * parties.reduce((sum, one) => sum + one, 0);
  const n = parties.findIndex((one) => {
    left -= one;
    return left < 0;
  });
  return Math.max(0, n) + 1;
};
