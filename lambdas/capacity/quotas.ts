import { type RushFunction, requestsPerEnvironment, rushFunctions, work } from './figures';
import type { Forecast } from './forecast';

/** A quota, or what a deployment reserves, and how much of it an opening needs. */
export interface Quota {
  readonly name: string;
  readonly needed: number;
  /** The value of an account that never asked for more, or what this deployment reserves. */
  readonly usual: number;
  readonly unit: string;
  /** What to ask for, or to do, when more is needed. */
  readonly ask: string;
  /** Who sets it: `account` the operator's request to AWS or Stripe, `deployment` our own configuration. */
  readonly setBy: 'account' | 'deployment';
  /** Only where an account can be asked for its own value: which value, and to what its quota should be raised. */
  readonly inAccount?: { readonly value: AccountValue; readonly raiseTo: number };
}

/** What an account says of itself. Lambda's quota bounds environments, and ten times as many requests a second. */
export type AccountValue = 'environments' | 'invocations' | 'api-rate' | 'api-burst' | 'mail-rate' | 'mail-day';

/** The parts of a deployment that quotas depend on. */
export interface Deployed {
  /** Environments reserved for each function, 0 for none, and the name of the setting that reserves them. */
  readonly reserved: Readonly<Record<RushFunction, { readonly environments: number; readonly setting: string }>>;
  /** Environments reserved for all functions together: Lambda refuses a deployment that does not leave 100. */
  readonly allReserved: number;
  /** Environments that the functions of queues and schedules may use besides. */
  readonly workers: number;
  /** Of all APIs of an account in its region that never asked for more. */
  readonly api: { readonly requestsPerSecond: number; readonly burst: number };
  /** ACU. */
  readonly largestDatabase: number;
  /** A proxy shares its connections among all functions. */
  readonly hasProxy: boolean;
}

/** How much more than needed to ask for: quotas are raised within days, and a crowd is only estimated. */
const quotaHeadroom = 1.5;

/** Environments that Lambda always leaves to functions without a reservation. */
export const unreservedEnvironments = 100;

/**
 * Environments that capabilities will reserve which are designed and not built: the rest of the feed, and the console with its webhooks. AWS takes weeks to
 * raise a quota, so it is asked for with them.
 */
export const plannedReservations = { feed: 10, console: 20 };

/** Calls to SQS per second for a FIFO queue without high throughput; a batch of ten is one call. */
const fifoCallsPerSecond = 300;

/**
 * `max_connections` of Aurora PostgreSQL, by its parameter group's formula: 2 GiB for each ACU, and never above 5,000.
 */
export const connectionsOf = (acu: number) => Math.min(5000, Math.floor((acu * 2 * 1024 ** 3) / 9_531_392));

/** The share of `max_connections` that the proxy may open: lib/constructs/data/database-pool.ts says why. */
export const proxyConnectionShare = 0.16;

/**
 * What an opening needs of every quota that is known to have stopped one. The usual values are from AWS's and Stripe's
 * pages, or from the notes behind decision 21, at its date: an account's own may differ.
 */
export const quotas = (forecast: Forecast, deployed: Deployed): readonly Quota[] => {
  const { functions, requestsPerSecond, mails, mailsPerSecond, processorWritesPerSecond } = forecast;
  const { workers, largestDatabase, hasProxy } = deployed;
  const planned = Object.values(plannedReservations).reduce((sum, environments) => sum + environments, 0);
  const besides = (deployed.allReserved > 0 ? planned : 0) + unreservedEnvironments;
  const crowded = forecast.environments + workers;
  const environments = Math.max(crowded, deployed.allReserved) + besides;
  // A reservation has its headroom already; an estimate has none.
  const concurrency = inSteps(Math.max(crowded * quotaHeadroom, deployed.allReserved) + besides, 500);
  const askingDatabase = rushFunctions
    .filter((name) => work[name].connections > 0)
    .reduce((sum, name) => sum + functions[name].environments, 0);
  // Before anybody pays: people who arrive in the first second ask for a page and a spot.
  const firstSecond = functions['browse-races'].requestsPerSecond + functions.register.requestsPerSecond;
  const account = { setBy: 'account' } as const;
  const inAccount = (value: AccountValue, raiseTo: number) => ({ inAccount: { value, raiseTo } });
  const apiRate = Math.ceil(requestsPerSecond * quotaHeadroom);
  const mailRate = Math.ceil(mailsPerSecond * quotaHeadroom);
  const mailsADay = Math.ceil(mails * quotaHeadroom);
  return [
    ...rushFunctions.flatMap((name): readonly Quota[] => {
      const { environments: usual, setting } = deployed.reserved[name];
      const needed = functions[name].environments;
      return usual === 0
        ? []
        : [
            {
              name: `Lambda: environments of ${name}, for ${Math.ceil(functions[name].requestsPerSecond)} requests/s`,
              needed,
              usual,
              unit: 'environments',
              ask: `set ${setting} in lib/config.ts to at least ${inSteps(needed, 10)}, and raise L-B99A9384 with it`,
              setBy: 'deployment',
            },
          ];
    }),
    {
      ...account,
      ...inAccount('environments', concurrency),
      name: 'Lambda: concurrent executions',
      needed: environments,
      usual: 1000,
      unit: 'environments',
      ask: `Service Quotas, L-B99A9384: ask for ${concurrency}. A new account may begin with 10`,
    },
    {
      ...account,
      ...inAccount('invocations', concurrency),
      name: 'Lambda: 10 requests a second for each of them',
      needed: requestsPerSecond,
      usual: 1000 * requestsPerEnvironment,
      unit: 'requests/s',
      ask: `the same quota, L-B99A9384: ${concurrency} allow ${concurrency * requestsPerEnvironment} requests/s`,
    },
    {
      ...account,
      ...inAccount('api-rate', apiRate),
      name: 'HTTP API: requests of all APIs of the region',
      needed: requestsPerSecond,
      usual: deployed.api.requestsPerSecond,
      unit: 'requests/s',
      ask: `Service Quotas, L-8A5B8E43: ask for ${apiRate}, and raise throttle.requestsPerSecond in lib/config.ts`,
    },
    {
      ...account,
      ...inAccount('api-burst', apiRate),
      name: 'HTTP API: burst',
      needed: firstSecond,
      usual: deployed.api.burst,
      unit: 'requests',
      ask: 'it is raised together with the rate, by AWS; tell them the first second of the opening',
    },
    {
      ...account,
      ...inAccount('mail-rate', mailRate),
      name: 'SES: mails a second',
      needed: mailsPerSecond,
      usual: 1,
      unit: 'mails/s',
      ask: `leave the sandbox, and ask for ${mailRate} a second; with less, mail takes longer and none is lost`,
    },
    {
      ...account,
      ...inAccount('mail-day', mailsADay),
      name: 'SES: mails in 24 hours',
      needed: mails,
      usual: 200,
      unit: 'mails',
      ask: `leave the sandbox, and ask for ${mailsADay} in 24 hours`,
    },
    {
      ...account,
      name: 'SQS: calls to a FIFO queue',
      needed: mailsPerSecond / 10,
      usual: fifoCallsPerSecond,
      unit: 'calls/s',
      ask: 'the mail queues have high throughput switched on already; spread mail over more lanes (mailLanes)',
    },
    {
      setBy: 'deployment',
      name: hasProxy ? 'Database: connections behind the proxy' : 'Database: connections',
      needed: hasProxy ? askingDatabase * databaseBusyShare : forecast.databaseConnections,
      usual: connectionsOf(largestDatabase) * (hasProxy ? proxyConnectionShare : 1),
      unit: 'connections',
      ask: hasProxy
        ? 'raise maxConnectionsPercent in lib/constructs/data/database-pool.ts, and steadyAcu for their memory'
        : 'switch the proxy on (database.proxy in lib/config.ts), which lets functions share connections',
    },
    {
      ...account,
      name: 'Stripe: writes in live mode',
      needed: processorWritesPerSecond,
      usual: stripeWritesPerSecond,
      unit: 'writes/s',
      ask: stripeSentence(processorWritesPerSecond),
    },
  ];
};

/** What Stripe lets an account write in live mode: https://docs.stripe.com/rate-limits */
export const stripeWritesPerSecond = 100;

const stripeSentence = (writes: number) =>
  `ask Stripe six weeks ahead, by the form of its support: "On <day>, at <time and zone>, we open a sale. For about ten minutes we will create, confirm and capture PaymentIntents, up to ${Math.ceil(writes)} writes a second in live mode. Please raise our limit of ${stripeWritesPerSecond} to ${Math.ceil(writes * quotaHeadroom)} writes a second for that hour"`;

/** The share of environments that ask the database at one moment: most are answered from memcached. Estimated. */
const databaseBusyShare = 0.25;

const inSteps = (value: number, step: number) => Math.ceil(value / step) * step;

/** Quotas of which an account that never asked does not have enough. */
export const redList = (all: readonly Quota[]): readonly Quota[] => all.filter(({ needed, usual }) => needed > usual);
