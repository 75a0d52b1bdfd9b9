import { rushFunctions } from '../lambdas/capacity/figures';
import { forecast } from '../lambdas/capacity/forecast';
import { lineRate } from '../lambdas/capacity/line-rate';
import type { Environment } from './environment';
import { type Bulkhead, functions } from './functions';

/** The configuration of one deployment, deeply frozen: its environment's file, and what follows from the profile. */
export interface Config
  extends Sizes,
    DeepReadonly<Omit<Environment, '$schema' | 'name' | 'processor' | 'caches' | 'windows'>> {
  /** The beginning of every stack's name. */
  readonly name: string;
  readonly processor: { readonly url: string; readonly publishableKey?: string | undefined };
}

type DeepReadonly<T> = { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** What a profile decides. */
interface Sizes {
  readonly database: {
    /** In ACU, about 2 GiB each. 0 lets the database pause; a proxy would keep it awake. */
    readonly minCapacity: number;
    readonly maxCapacity: number;
    readonly reader: boolean;
    readonly proxy: boolean;
    readonly backupDays: number;
  };
  /** The clusters of each cache, the used one last. */
  readonly caches: Readonly<Record<CacheName, readonly CachePool[]>>;
  /**
   * When AWS may patch and restart each part, once a week, and back up the database, daily: `ddd:hh:mm-ddd:hh:mm` and
   * `hh:mm-hh:mm`, in UTC. AWS chooses a random hour where none is given, which may be that of an opening.
   */
  readonly windows: Readonly<Record<CacheName | 'reader' | 'database' | 'backup', string>>;
  /** In how many of the two availability zones the VPC endpoints are; each is charged per hour. */
  readonly endpointZones: 1 | 2;
  /** Of the HTTP API. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /** Reserved concurrency of each function. 0 reserves none. */
  readonly concurrency: Readonly<Record<Bulkhead, number>>;
  /** The shortest interval of schedules. Each run wakes a paused database for a quarter of an hour. */
  readonly quietMinutes: number;
  /**
   * Whether functions and database are warmed before an opening and a dashboard exists. Needs schedules that run every
   * minute.
   */
  readonly warmUp: boolean;
  readonly firewall: boolean;
  /** Whether the canary registers every five minutes. It would keep a paused database awake. */
  readonly canary: boolean;
  readonly logDays: number;
  /** US dollars for the whole account. Above it `alarms.notify` gets a mail. */
  readonly monthlyBudget: number;
  /**
   * The number of FIFO lanes for mail, including the urgent lane and the low one. It bounds the senders that share the
   * SES quota.
   */
  readonly mailLanes: number;
}

/**
 * A memcached cluster. It is never changed: ElastiCache refuses another node type, and with another number of nodes most
 * keys would be looked for on another node.
 */
export interface CachePool {
  readonly version: number;
  readonly nodeType: string;
  readonly nodes: number;
}

export type CacheName = 'sessionA' | 'sessionB' | 'data';

/**
 * From 04:30 to 06:00 UTC it is late evening in California, night in New York and before eight in Berlin: hours at which
 * no race opens. Monday to Thursday, because many races open at the weekend, and because somebody is at work afterwards.
 * The session pools are a day apart: a pool that came back empty is full again long before the other one is replaced.
 * Elsewhere in the world, choose the hours at which people sleep.
 */
const windows = {
  backup: '03:30-04:00',
  reader: 'mon:04:30-mon:05:00',
  data: 'mon:05:00-mon:06:00',
  database: 'tue:04:30-tue:05:00',
  sessionA: 'wed:05:00-wed:06:00',
  sessionB: 'thu:05:00-thu:06:00',
} as const;

const firstPools = (nodeType: string, nodes: number): Sizes['caches'] => {
  const pools = [{ version: 1, nodeType, nodes }];
  return { sessionA: pools, sessionB: pools, data: pools };
};

export type ProfileName = Environment['profile'];

export const profiles: Readonly<Record<ProfileName, Sizes>> = {
  /** Cheap while idle. No reserved concurrency: a new account has ten environments in all, and none may be reserved. */
  lean: {
    database: { minCapacity: 0, maxCapacity: 4, reader: false, proxy: false, backupDays: 1 },
    caches: firstPools('cache.t4g.micro', 1),
    windows,
    endpointZones: 1,
    throttle: { requestsPerSecond: 100, burst: 200 },
    concurrency: {
      browsing: 0,
      holding: 0,
      quoting: 0,
      paying: 0,
      looking: 0,
      joining: 0,
      timing: 0,
      results: 0,
      feed: 0,
      entering: 0,
      guiding: 0,
      background: 0,
    },
    quietMinutes: 240,
    warmUp: false,
    firewall: false,
    canary: false,
    logDays: 14,
    monthlyBudget: 100,
    mailLanes: 3,
  },
  /** Survives the loss of an availability zone, and serves the opening of a big race. */
  production: {
    database: { minCapacity: 1, maxCapacity: 64, reader: true, proxy: true, backupDays: 14 },
    caches: firstPools('cache.t4g.small', 2),
    windows,
    endpointZones: 2,
    throttle: { requestsPerSecond: 10_000, burst: 5_000 },
    // At least what 50,000 runners for 5,000 spots need by `npm run forecast`, and for `looking`, which costs nothing
    // while nobody looks, what 50,000 spots need. With what is planned, an account needs a quota of 2,000.
    concurrency: {
      browsing: 100,
      holding: 350,
      quoting: 350,
      paying: 110,
      looking: 220,
      joining: 80,
      // Some timers and commentators. A crowd of strangers with wrong keys gets no more.
      timing: 20,
      results: 50,
      feed: 10,
      entering: 100,
      guiding: 10,
      background: 20,
    },
    quietMinutes: 1,
    warmUp: true,
    firewall: true,
    canary: true,
    logDays: 90,
    monthlyBudget: 700,
    mailLanes: 6,
  },
};

/** How many people all lines together may call in a second. */
export const lineRateMax = ({ concurrency }: Pick<Config, 'concurrency'>): number => lineRate(concurrency).rateMax;

/** Adds what follows from the profile. It checks nothing: `readConfig` does. */
export const configOf = ({
  $schema: _,
  name = 'Startline',
  processor = {},
  caches,
  windows: hours,
  ...given
}: Environment): Config =>
  freeze({
    ...profiles[given.profile],
    ...given,
    ...sizedFor(profiles[given.profile], given.crowd),
    caches: { ...profiles[given.profile].caches, ...caches },
    windows: { ...profiles[given.profile].windows, ...hours },
    name,
    processor: { ...processor, url: processor.url ?? 'https://api.stripe.com' },
  });

/** The limits that follow from the expected crowd, by the forecast. A profile without limits keeps none. */
const sizedFor = (
  { concurrency, throttle }: Sizes,
  crowd: Environment['crowd'],
): Pick<Sizes, 'concurrency' | 'throttle'> => {
  if (!crowd || concurrency.holding === 0) return { concurrency, throttle };
  // Any race may get a form, also after the deployment.
  const expected = forecast({ ...crowd, quoting: crowd.spots });
  const reserved = rushFunctions.flatMap((name) => {
    const { bulkhead } = functions[name];
    // 0 would reserve none, and let this function take the environments of all others.
    return bulkhead
      ? [[bulkhead, Math.max(1, Math.ceil(expected.functions[name].environments / 10)) * 10] as const]
      : [];
  });
  return {
    concurrency: { ...concurrency, ...Object.fromEntries(reserved) },
    throttle: {
      ...throttle,
      requestsPerSecond: Math.max(throttle.requestsPerSecond, Math.ceil(expected.requestsPerSecond * 1.5)),
    },
  };
};

const freeze = <T extends object>(value: T): T => {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freeze(inner);
  return Object.freeze(value);
};
