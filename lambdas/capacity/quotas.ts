import type { Forecast } from './forecast';

/** A quota, and how much of it an opening needs. */
export interface Quota {
  readonly name: string;
  readonly needed: number;
  /** The value of an account that never asked for more. */
  readonly usual: number;
  readonly unit: string;
  /** What to ask for, or to do, when more is needed. */
  readonly ask: string;
}

/** The parts of a deployment that quotas depend on. */
export interface Deployed {
  /** Environments that the functions of queues and schedules may use besides. */
  readonly workers: number;
  /** ACU. */
  readonly largestDatabase: number;
  /** A proxy shares its connections among all functions. */
  readonly hasProxy: boolean;
}

/** How much more than needed to ask for: quotas are raised within days, and a crowd is only estimated. */
const quotaHeadroom = 1.5;

/** Environments that Lambda always leaves to functions without a reservation. */
const unreservedEnvironments = 100;

/** Requests per second for each concurrent environment that an account may have. */
const requestsPerEnvironment = 10;

/** Calls to SQS per second for a FIFO queue without high throughput; a batch of ten is one call. */
const fifoCallsPerSecond = 300;

/**
 * `max_connections` of Aurora PostgreSQL, by its parameter group's formula: 2 GiB for each ACU, and never above 5,000.
 */
const connectionsOf = (acu: number) => Math.min(5000, Math.floor((acu * 2 * 1024 ** 3) / 9_531_392));

/** The rest of the connections is left for people who repair things. */
const proxyConnectionShare = 0.9;

/**
 * What an opening needs of every quota that is known to have stopped one. The usual values are from AWS's and Stripe's
 * pages, or from the notes behind decision 21, at its date: an account's own may differ.
 */
export const quotas = (forecast: Forecast, { workers, largestDatabase, hasProxy }: Deployed): readonly Quota[] => {
  const { functions, requestsPerSecond, mails, mailsPerSecond, processorCallsPerSecond } = forecast;
  const environments = forecast.environments + workers + unreservedEnvironments;
  const throughRates = Math.ceil(requestsPerSecond / requestsPerEnvironment);
  const concurrency = Math.ceil(Math.max(environments, throughRates) * quotaHeadroom);
  // Before anybody pays: people who arrive in the first second ask for a page and a spot.
  const firstSecond = functions['browse-races'].requestsPerSecond + functions.register.requestsPerSecond;
  return [
    {
      name: 'Lambda: concurrent executions',
      needed: environments,
      usual: 1000,
      unit: 'environments',
      ask: `Service Quotas, L-B99A9384: ask for ${concurrency}. A new account may begin with 10`,
    },
    {
      name: 'Lambda: 10 requests a second for each of them',
      needed: requestsPerSecond,
      usual: 1000 * requestsPerEnvironment,
      unit: 'requests/s',
      ask: `the same quota, L-B99A9384: ${concurrency} allow ${concurrency * requestsPerEnvironment} requests/s`,
    },
    {
      name: 'HTTP API: requests of all APIs of the region',
      needed: requestsPerSecond,
      usual: 10_000,
      unit: 'requests/s',
      ask: `Service Quotas, L-8A5B8E43: ask for ${Math.ceil(requestsPerSecond * quotaHeadroom)}, and raise api.requestsPerSecond in lib/config.ts`,
    },
    {
      name: 'HTTP API: burst',
      needed: firstSecond,
      usual: 5000,
      unit: 'requests',
      ask: 'it is raised together with the rate, by AWS; tell them the first second of the opening',
    },
    {
      name: 'SES: mails a second',
      needed: mailsPerSecond,
      usual: 1,
      unit: 'mails/s',
      ask: `leave the sandbox, and ask for ${Math.ceil(mailsPerSecond * quotaHeadroom)} a second; with less, mail takes longer and none is lost`,
    },
    {
      name: 'SES: mails in 24 hours',
      needed: mails,
      usual: 200,
      unit: 'mails',
      ask: `leave the sandbox, and ask for ${Math.ceil(mails * quotaHeadroom)} in 24 hours`,
    },
    {
      name: 'SQS: calls to a FIFO queue',
      needed: mailsPerSecond / 10,
      usual: fifoCallsPerSecond,
      unit: 'calls/s',
      ask: 'the mail queues have high throughput switched on already; spread mail over more lanes (mailLanes)',
    },
    {
      name: hasProxy ? 'Database: connections behind the proxy' : 'Database: connections',
      needed: hasProxy ? forecast.environments * databaseBusyShare : forecast.databaseConnections,
      usual: connectionsOf(largestDatabase) * (hasProxy ? proxyConnectionShare : 1),
      unit: 'connections',
      ask: hasProxy
        ? 'raise database.maxCapacity in lib/config.ts: the number of connections follows from it'
        : 'switch the proxy on (database.proxy in lib/config.ts), which lets functions share connections',
    },
    {
      name: 'Stripe: calls in live mode, each of reading and writing',
      needed: processorCallsPerSecond,
      usual: 100,
      unit: 'calls/s',
      ask: `ask Stripe for ${Math.ceil(processorCallsPerSecond * quotaHeadroom)} a second, weeks ahead`,
    },
  ];
};

/** The share of environments that ask the database at one moment: most are answered from memcached. Estimated. */
const databaseBusyShare = 0.25;

/** Quotas of which an account that never asked does not have enough. */
export const redList = (all: readonly Quota[]): readonly Quota[] => all.filter(({ needed, usual }) => needed > usual);
