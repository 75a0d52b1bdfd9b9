import { deadlineSecondsFor } from '../generator/task-for';
import { officesFor } from '../people/groups';
import type { Wish } from '../report/test-report';

/** What one run needs, and what it costs at most. */
export interface RunPlan {
  /**
   * One for each hundred people: a system limits how many spots one address may hold, and a generator has one address.
   */
  readonly generators: number;
  /** From the start of the first generator until the last one has certainly ended. */
  readonly seconds: number;
  /** Seconds between two files of a generator: all generators write a hundred files a second at most. */
  readonly tellEvery: number;
  /** Upper bounds in US dollars. `system`: what the tested system costs its owner in addition. */
  readonly dollars: { readonly generators: number; readonly system: number };
}

/**
 * US dollars an hour: Fargate with one ARM core, 2 GB and a public address, without the Spot discount (us-east-1,
 * 2026-11).
 */
const generatorHour = 0.03238 + 2 * 0.00356 + 0.005;
/** US dollars, for five state transitions: a child's start, its wait, its task, its end. */
const perGenerator = 5 * 0.000_025;
const perFile = 0.000_005;
/** US dollars, by the rough model of an opening: $25 for 50,000 runners. */
const perRunner = 0.0005;
/** The state machine ends longer runs; they would be no load tests of an opening. */
export const mostSeconds = 3_600;
/** How many generators the state machine runs at a time. One more would begin only when the first is done. */
export const mostGenerators = 1_000;
/**
 * How many generators are requested a second: half of what [Fargate
 * takes](https://docs.aws.amazon.com/AmazonECS/latest/developerguide/throttling.html), which is twenty RunTask calls a
 * second for all of an account.
 */
const startsPerSecond = 10;

/** Seconds from the start of the map until the n-th generator is requested. */
export const waitSeconds = (share: number): number => Math.floor(share / startsPerSecond);

/** Seconds until all generators are up. `startSeconds`: from the request for a single one until it is up. */
export const leadSeconds = (generators: number, startSeconds: number): number =>
  startSeconds + Math.ceil(generators / startsPerSecond);

export const planRun = (wish: Wish, startSeconds: number): RunPlan => {
  const generators = officesFor(wish);
  const seconds = leadSeconds(generators, startSeconds) + wish.within + deadlineSecondsFor(wish);
  const tellEvery = Math.ceil(generators / 100);
  const files = (generators * seconds) / tellEvery;
  return {
    generators,
    seconds,
    tellEvery,
    dollars: {
      generators: (generators * seconds * generatorHour) / 3_600 + generators * perGenerator + files * perFile,
      system: wish.runners * perRunner,
    },
  };
};

const money = (dollars: number) => `$${dollars.toFixed(2)}`;

export const inWords = ({ generators, seconds, dollars }: RunPlan): string =>
  `${generators} generators for ${Math.ceil(seconds / 60)} minutes at most: up to ${money(dollars.generators)}, and about ${money(dollars.system)} for the system under test`;

/** Throws a sentence for people when the run is too expensive or takes too long. */
export const allow = (plan: RunPlan, mostDollars: number): void => {
  if (plan.seconds > mostSeconds)
    throw new Error(
      `This run may take ${Math.ceil(plan.seconds / 60)} minutes; ${mostSeconds / 60} are allowed. Let them set off within less time, or think for less.`,
    );
  if (plan.generators > mostGenerators)
    throw new Error(
      `This run needs ${plan.generators} generators; ${mostGenerators} run at a time, which is enough for ${mostGenerators * 100} people.`,
    );
  const { generators, system } = plan.dollars;
  if (generators + system > mostDollars)
    throw new Error(
      `This run needs ${inWords(plan)}. ${money(mostDollars)} are allowed: take fewer runners, or deploy the load test with loadTest.dollars ${Math.ceil(generators + system)} in its environment.`,
    );
};
