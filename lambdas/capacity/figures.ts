/** The functions that answer people in the opening minute; these are kept warm. */
export const rushFunctions = [
  'browse-races',
  'register',
  'quote-registration',
  'pay',
  'show-registration',
  'join-waiting-list',
] as const;
export type RushFunction = (typeof rushFunctions)[number];

/** Seconds within which everybody arrives: all 50,000 people of RunSignUp's load test started within them. */
export const arrivalSeconds = 30;

/** Seconds over which the arriving crowd is spread by two forms of 15 to 60 s each (the same paper). */
export const formSeconds = 90;

/** Openings closer together than this are one rush; RunSignUp's 50,000 people were done in 7:02. */
export const rushMinutes = 10;

/** The share of requests about spots and races that CloudFront does not answer from its cache. Estimated. */
export const cdnMissShare = 0.1;

/** The share of people without a spot who join the waiting list. Estimated. */
export const joiningShare = 0.3;

/**
 * The share of cards whose bank asks its customer. Estimated: most European banks ask, most others do not. The page
 * sends such a registration twice, and the second time the payment is confirmed again.
 */
export const challengedShare = 0.4;

/** Cards that one person tries, with the retries of the page. Estimated. */
export const cardTries = 1.2;

interface Work {
  /**
   * Requests per person who uses the function; counted from `loadtest/people/runner.ts`, with its retries and declined cards
   * estimated.
   */
  readonly requests: number;
  /**
   * Seconds of one request in a warm environment. Estimated, not measured on AWS: `pay` waits for the payment
   * processor.
   */
  readonly seconds: number;
  /** Connections to the database that one environment may open: the pools of `lambdas/functions`. */
  readonly connections: number;
}

/** What one person does in each function. */
export const work: Readonly<Record<RushFunction, Work>> = {
  'browse-races': { requests: 2, seconds: 0.03, connections: 2 },
  register: { requests: 1.5, seconds: 0.05, connections: 3 },
  // One quote for each runner, and a second one for every other runner, who changes their mind.
  'quote-registration': { requests: 1.5, seconds: 0.05, connections: 2 },
  pay: { requests: cardTries + challengedShare, seconds: 0.8, connections: 0 },
  'show-registration': { requests: 3, seconds: 0.03, connections: 3 },
  'join-waiting-list': { requests: 1, seconds: 0.05, connections: 0 },
};

/** Writes to the payment processor for each card that is tried: the payment is created and confirmed. */
export const processorWritesPerTry = 2;

/** Environments beyond the mean, because arrivals come in clusters. Estimated. */
const environmentHeadroom = 1.3;

/**
 * Requests per second that one environment may be given, however fast it answers: Lambda allows ten times the
 * environments of an account, and ten times the provisioned ones of a function's version or alias
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, "Invocation requests").
 */
export const requestsPerEnvironment = 10;

/**
 * The environments that a function needs for these requests, each of which takes that many seconds: as many as are busy
 * at once (Little's law, https://doi.org/10.1287/opre.9.3.383) or as many as Lambda asks for, whichever is more, and
 * the headroom. The warm-up, the forecast, the reservations and the preflight all use this formula.
 */
export const environmentsFor = (requestsPerSecond: number, seconds: number): number =>
  Math.ceil(Math.max(requestsPerSecond * seconds, requestsPerSecond / requestsPerEnvironment) * environmentHeadroom);

/**
 * CPU seconds of the database for one registration, from the hold to its mail: PostgreSQL's line in the table of
 * components of bench/figures/result.md, measured on one machine with 10,000 runners. The database there is as busy as
 * everything else, so its batches are small; on AWS, larger batches can only lower it.
 */
export const databaseCpuSeconds = 2.22e-3;

/** How busy a database may be and still answer at once, and how many ACU make one CPU. Estimated. */
export const maxDatabaseLoad = 0.4;
export const acuPerCpu = 4;

/**
 * ACU for everything that does not grow with the crowd: cutting blocks, counting spots, the watch, and 16 GiB for the
 * connections that the proxy may open. Aurora grows faster the larger it is
 * (https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-serverless-v2.how-it-works.html), so this stays
 * large until a load test on AWS measures less; an hour of it costs about two dollars for both instances.
 */
export const steadyAcu = 8;

/** Seconds after which the last confirmation should have left. A target, not a measurement. */
export const mailDeadlineSeconds = 600;
