import type { Crowd } from '../../lambdas/capacity/crowd';
import { cdnMissShare, rushFunctions, work } from '../../lambdas/capacity/figures';
import { forecast } from '../../lambdas/capacity/forecast';
import type { Config } from '../../lib/config';
import { functions } from '../../lib/functions';
import { price } from './price';

/**
 * First the hours for which everything is warm, then those for which a quarter is: the steps of
 * `lambdas/capacity/need.ts`.
 */
const warmHours = { environments: { all: 0.75, quarter: 1.5, one: 23.75 }, database: { all: 1, quarter: 1.5 } };

/**
 * Messages of one registration, from its sweep to its mail, and calls to SQS for each. Most messages travel in batches.
 */
const messages = { each: 5, calls: 1.5 };

/** Invocations of workers for one registration, in batches, and GB-seconds of each invocation. Estimated. */
const workers = { each: 1.5, gbSeconds: 0.3 };

/** Requests of one visitor at the edge: the page, its files, the requests of the countdown. Estimated. */
const edgeRequests = 20;

/** GB of log for one invocation, its line in the API's log included, and the share of invocations that is traced. */
const logGb = 1e-6;
const traced = 0.05;

export type Opening = Readonly<
  Record<'warm-up' | 'functions and API' | 'queues and mail' | 'edge, logs, traces', number>
>;

/** What one opening costs in addition to the month at rest, in US dollars, its mail included. */
export const openingCost = (crowd: Crowd, { concurrency, database, warmUp }: Config): Opening => {
  const expected = forecast(crowd);
  const comers = { ...crowdOf(crowd), 'browse-races': crowd.runners * cdnMissShare };
  const requests = rushFunctions.map((name) => ({
    name,
    count: comers[name] * work[name].requests,
    gb: functions[name].memoryMiB / 1024,
  }));
  const invocations = requests.reduce((sum, { count }) => sum + count, 0) + crowd.spots * workers.each;
  const gbSeconds =
    requests.reduce((sum, { name, count, gb }) => sum + count * gb * work[name].seconds, 0) +
    crowd.spots * workers.each * workers.gbSeconds;

  const { environments: warm, database: large } = warmHours;
  const warmGbHours = requests.reduce((sum, { name, gb }) => {
    const { bulkhead } = functions[name];
    const kept = Math.min(expected.functions[name].environments, bulkhead ? concurrency[bulkhead] : 0);
    return sum + gb * (kept * (warm.all + warm.quarter / 4) + Math.min(1, kept) * warm.one);
  }, 0);
  const above = Math.max(0, Math.min(expected.acu, database.maxCapacity) - database.minCapacity);
  const acuHours = above * (large.all + large.quarter / 4) * (database.reader ? 2 : 1);

  return {
    'warm-up': warmUp ? warmGbHours * 3600 * price('lambda-warm-gb-second') + acuHours * price('aurora-acu-hour') : 0,
    'functions and API':
      invocations * (price('lambda-request') + price('http-api-request')) + gbSeconds * price('lambda-gb-second'),
    'queues and mail': crowd.spots * (messages.each * messages.calls * price('sqs-fifo-request') + price('mail')),
    'edge, logs, traces':
      crowd.runners * edgeRequests * price('web-acl-request') +
      invocations * (logGb * price('log-gb') + traced * price('trace')),
  };
};

/** How many people call each function. */
const crowdOf = ({ runners, spots, quoting = 0 }: Crowd) => ({
  register: runners,
  'quote-registration': quoting,
  pay: spots,
  'show-registration': spots,
  'join-waiting-list': runners - spots,
});
