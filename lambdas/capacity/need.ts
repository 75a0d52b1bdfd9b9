import { type Crowd, combined, crowdOf, emptyCrowd, type Opening } from './crowd';
import { type RushFunction, rushMinutes } from './figures';
import { forecast } from './forecast';

/** What must be ready at one moment, whatever is set now. */
export interface Need {
  readonly environments: Readonly<Record<RushFunction, number>>;
  /** The database's smallest size, in ACU. */
  readonly acu: number;
}

/** From `from` minutes after an opening (negative before it), this share of its rush must be ready. */
interface Step {
  readonly from: number;
  readonly share: number;
}

/**
 * Minutes before an opening at which all environments are made. They open their connections then, and nobody uses these
 * until the opening: nothing may close a connection that is idle for so long.
 */
export const environmentLeadMinutes = 15;

/**
 * Environments. A day before: one for each function, because Lambda puts away the network of a function that was not
 * called for two weeks, and the first call after that is slow. Then all of them, because they take minutes to start.
 */
const environmentSteps: readonly Step[] = [
  { from: -1440, share: 0 },
  { from: -environmentLeadMinutes, share: 1 },
  { from: 30, share: 0.25 },
];
/** The database grows faster the larger it is, so it starts large, and early enough to see that it did. */
const databaseSteps: readonly Step[] = [
  { from: -30, share: 1 },
  { from: 30, share: 0.25 },
];

/** Minutes before and after an opening; outside them nothing is needed for it. */
export const horizonMinutes = { before: 1440, after: 120 } as const;

/** Minutes before and after an opening within which everything must be ready, or an alarm is raised. */
const dueMinutes = { before: 5, after: 30 } as const;

/**
 * What the openings need at `now`: the most that any of them needs. Crowds within the same ten minutes are different
 * people and count as one crowd; openings further apart share what was warmed for either.
 */
export const needAt = (openings: readonly Opening[], now: Date, seenPerSpot = 0): Need =>
  openings.reduce((need, opening) => {
    const minutes = minutesTo(opening, now);
    if (minutes < -horizonMinutes.before || minutes >= horizonMinutes.after) return need;
    return most(need, needFor(rushAt(opening, openings, seenPerSpot), minutes));
  }, noNeed);

/** Whether an opening is so near that what it needs must be ready. */
export const isDue = (openings: readonly Opening[], now: Date): boolean =>
  openings.some((opening) => {
    const minutes = minutesTo(opening, now);
    return minutes >= -dueMinutes.before && minutes < dueMinutes.after;
  });

/** The openings that are so near that environments are warm for them. */
export const openingSoon = (openings: readonly Opening[], now: Date): readonly Opening[] =>
  openings.filter((opening) => {
    const minutes = minutesTo(opening, now);
    return minutes >= -environmentLeadMinutes && minutes < 0;
  });

/** Minutes since the opening; negative before it. */
const minutesTo = ({ opensAt }: Opening, now: Date) => (now.getTime() - opensAt.getTime()) / 60_000;

/** Everybody who is there when `opening` opens: its own crowd, and those of openings a few minutes earlier. */
const rushAt = (opening: Opening, openings: readonly Opening[], seenPerSpot: number): Crowd =>
  openings
    .filter((other) => {
      const earlier = (opening.opensAt.getTime() - other.opensAt.getTime()) / 60_000;
      return earlier >= 0 && earlier < rushMinutes;
    })
    .reduce((crowd, other) => combined(crowd, crowdOf(other, seenPerSpot)), emptyCrowd);

const needFor = (crowd: Crowd, minutes: number): Need => {
  const { functions, acu } = forecast(crowd);
  const environments = shareAt(environmentSteps, minutes);
  const database = shareAt(databaseSteps, minutes);
  return {
    environments: each((name) =>
      environments === undefined ? 0 : Math.max(1, Math.ceil(functions[name].environments * environments)),
    ),
    acu: database === undefined ? 0 : Math.ceil(acu * database * 2) / 2,
  };
};

const shareAt = (steps: readonly Step[], minutes: number) => steps.findLast(({ from }) => from <= minutes)?.share;

const most = (one: Need, other: Need): Need => ({
  environments: each((name) => Math.max(one.environments[name], other.environments[name])),
  acu: Math.max(one.acu, other.acu),
});

const each = (of: (name: RushFunction) => number): Need['environments'] => ({
  'browse-races': of('browse-races'),
  register: of('register'),
  'quote-registration': of('quote-registration'),
  pay: of('pay'),
  'show-registration': of('show-registration'),
  'join-waiting-list': of('join-waiting-list'),
});

export const noNeed: Need = { environments: each(() => 0), acu: 0 };

/** What must be set: all of it, so that an order needs no memory of the one before. */
export interface CapacityOrder {
  readonly at: Date;
  /** An opening is so near that all of it must be ready. */
  readonly due: boolean;
  readonly need: Need;
}
