import type { BlockOut } from '../../../lambdas/line/calling/coming-back';
import { delayEnds, delayPart, type Reading, withReading } from '../../../lambdas/line/calling/delays';
import { type Called, type EventFacts, type Load, nextCalls } from '../../../lambdas/line/calling/next-calls';
import { poisson, randomOf } from './random';

/** A line before one event, in steps of a second; people in cohorts. */
export interface World {
  readonly seed: number;
  readonly waiting: number;
  readonly spots: number;
  /** Spots that a pass asks for. */
  readonly party: number;
  /** The share of those called that comes, by how far the line is. */
  readonly comes: (share: number) => number;
  /** How many seconds after the call they come, on average. */
  readonly comesAfter: number;
  /** The same of those who are called later than a minute after the first: they look less often. Default: the same. */
  readonly comesLater?: number;
  /** The share of holds that ends in a registration. */
  readonly finish: number;
  /** When the spot of the others comes back, in seconds. */
  readonly hold: number;
  readonly rateMax: number;
  /** Registrations that the writer bears a second, and for a while how many less. */
  readonly writer: number;
  readonly dip?: readonly [from: number, until: number, writer: number];
  /** How old the number of free spots is that the line sees, in seconds. */
  readonly stale: number;
  readonly seconds: number;
}

export const usual: World = {
  seed: 1,
  waiting: 500_000,
  spots: 50_000,
  party: 1.2,
  comes: () => 0.7,
  comesAfter: 6,
  finish: 0.85,
  hold: 600,
  rateMax: 600,
  writer: 1500,
  stale: 0,
  seconds: 3600,
};

export interface Second {
  readonly called: number;
  readonly asked: number;
  readonly free: number;
  readonly outstanding: number;
  readonly lag: number;
  readonly rate: number;
  readonly sold: number;
}

export interface Course {
  readonly seconds: readonly Second[];
  readonly spots: number;
  readonly facts: readonly { readonly facts: EventFacts; readonly load: Load }[];
  /** Asked and found no spot, as a share of all who asked. */
  readonly inVain: number;
  readonly mostAsks: number;
  /** Seconds until so large a share is sold; undefined: never. */
  readonly soldBy: (share: number) => number | undefined;
}

export type Control = (facts: EventFacts, load: Load) => { readonly rate: number; readonly event: Called };

export const theControl: Control = (facts, load) => {
  const { rate, events } = nextCalls([facts], load);
  const [event] = events;
  if (!event) throw new Error('one event was given');
  return { rate, event };
};

/** The forecast is looked at each so many seconds. */
const factsEvery = 10;
const formSeconds = 180;
const firstSeconds = 60;
const latestComer = 180;

/** Lets the world go its way under a control. */
export const run = (given: Partial<World> = {}, control: Control = theControl): Course => {
  const world: World = { ...usual, ...given };
  const random = randomOf(world.seed);
  const delaysOf = (mean: number) => weights(latestComer, (second) => Math.exp(-second / mean));
  const [first, later] = [delaysOf(world.comesAfter), delaysOf(world.comesLater ?? world.comesAfter)];
  const forms = weights(formSeconds, (second) => (second >= 40 ? 1 : 0));
  const size = world.seconds + 400;
  const coming = Array.from({ length: size }, () => new Float64Array(delayEnds.length));
  const [submitted, comingBack] = [new Float64Array(size), new Float64Array(size + world.hold)];
  const asks = new Array<number>(delayEnds.length).fill(0);
  const waves = [[0, world.waiting, 1]] as const;
  let history: readonly Reading[] = [];
  const seconds: Second[] = [];
  const facts: Course['facts'][number][] = [];
  const frees: number[] = [];
  const holds: number[] = [];
  let filledIn = 0;
  const paidBy = forms.map((share) => {
    filledIn += share;
    return filledIn;
  });
  /** Blocks of a second each. */
  const outOf = (now: number): readonly BlockOut[] =>
    holds.slice(-world.hold).flatMap((size, n) => {
      const at = now - Math.min(now, world.hold - 1) + n;
      const paid = (paidBy[Math.min(now - at, paidBy.length - 1)] ?? 0) * world.finish;
      return size > 0 ? [{ endsAt: at + world.hold, size, left: size * (1 - paid), undealt: 0, isLost: false }] : [];
    });
  let [free, queue, sold, asked, vain, seats, mostAsks, calledTo] = [world.spots, 0, 0, 0, 0, 0, 0, 0];
  let rate: number | undefined;

  for (let now = 0; now < world.seconds; now++) {
    free += comingBack[now] ?? 0;
    const before = asked;
    for (const [part, mean] of (coming[now] ?? []).entries()) {
      const some = poisson(mean, random);
      asks[part] = (asks[part] ?? 0) + some;
      asked += some;
    }
    const wanted = (asked - before) * world.party;
    const got = Math.min(wanted, free);
    seats += wanted;
    vain += (wanted - got) / world.party;
    mostAsks = Math.max(mostAsks, asked - before);
    free -= got;
    for (const [after, share] of forms.entries()) add(submitted, now + after, got * world.finish * share);
    add(comingBack, now + world.hold, got * (1 - world.finish));
    holds.push(got);

    const { dip } = world;
    const bears = dip && now >= dip[0] && now < dip[1] ? dip[2] : world.writer;
    queue += submitted[now] ?? 0;
    const written = Math.min(queue, bears);
    queue -= written;
    sold += written;

    frees.push(free);
    const seen: EventFacts = {
      eventId: 'run',
      waves,
      present: 0,
      calledTo,
      free: frees[Math.max(0, now - world.stale)] ?? 0,
      asks: [...asks],
      seats,
      inVain: vain,
      out: now % factsEvery === 0 ? outOf(now) : [],
      history,
      pace: 1,
    };
    const load: Load = { rateMax: world.rateMax, rate, lag: queue / bears, busyShare: 0, now, sinceLast: 1 };
    const { rate: next, event } = control(seen, load);
    const called = (event.calledTo - calledTo) * world.waiting;
    if (now % factsEvery === 0) facts.push({ facts: seen, load });
    const reading = (to: number): Reading => [now, to * world.waiting, asked, free, to];
    history = withReading(history, reading(calledTo), reading(event.calledTo), world.hold);
    (now < firstSeconds ? first : later).forEach((share, after) => {
      const arriving = coming[now + 1 + after];
      if (arriving) add(arriving, delayPart(after + 1), called * world.comes(event.calledTo) * share);
    });
    rate = next;
    calledTo = event.calledTo;
    seconds.push({
      called: calledTo * world.waiting,
      asked,
      free,
      outstanding: event.outstanding,
      lag: queue / bears,
      rate,
      sold,
    });
  }
  const soldBy = (share: number) => {
    const second = seconds.findIndex((one) => one.sold >= world.spots * share - 0.5);
    return second < 0 ? undefined : second;
  };
  return { seconds, facts, spots: world.spots, inVain: vain / Math.max(1, asked), mostAsks, soldBy };
};

const weights = (size: number, weight: (second: number) => number) => {
  const all = Array.from({ length: size }, (_, second) => weight(second));
  const sum = all.reduce((total, one) => total + one, 0);
  return all.map((one) => one / sum);
};

const add = (to: Float64Array, at: number, much: number) => {
  to[at] = (to[at] ?? 0) + much;
};
