import { type FunctionName, type needs, warmed } from './functions';

/** An environment variable that a function needs. */
export type Setting = (typeof needs)[FunctionName][number];

/** The settings of a function, each read from its text. */
export type Settings<S extends Setting> = { readonly [Name in S]: Value<Name> };

/** What a setting's text says. Most settings are addresses, and say their text. */
type Value<S extends Setting> = S extends keyof typeof readers ? ReturnType<(typeof readers)[S]> : string;

/** One lane for urgent mail, one for mail that anybody can order, and one for the rest. */
const minLanes = 3;

const readLanes = (text: string): number => {
  const lanes = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (lanes >= minLanes) return lanes;
  throw new Error(
    `MAIL_LANES is ${text}: it must be a whole number from ${minLanes}: one lane for urgent mail, one for what anybody can order, and one for the rest.`,
  );
};

const readRate = (text: string): number => {
  const rate = Number(text);
  if (text.trim() !== '' && rate > 0 && Number.isFinite(rate)) return rate;
  throw new Error(
    `LINE_RATE_MAX is ${text}: it must be the number of people that a line may call in a second, such as 40.`,
  );
};

/** What a deployment allows to be kept warm. */
export interface CapacityTargets {
  /** `most`: the environments that are reserved for the function. */
  readonly functions: Readonly<
    Partial<Record<(typeof warmed)[number], { readonly name: string; readonly alias: string; readonly most: number }>>
  >;
  /** In ACU. */
  readonly database?: { readonly cluster: string; readonly floor: number; readonly ceiling: number };
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isAmount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const functionTarget = {
  name: isText,
  alias: isText,
  most: (value: unknown) => isAmount(value) && Number.isInteger(value),
};
const databaseTarget = { cluster: isText, floor: isAmount, ceiling: isAmount };

/** Whether it has exactly these fields, each as its check wants it. */
const fits = (value: unknown, checks: Readonly<Record<string, (field: unknown) => boolean>>): boolean =>
  isRecord(value) &&
  Object.keys(value).every((key) => key in checks) &&
  Object.entries(checks).every(([key, check]) => check(value[key]));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTargets = (value: unknown): value is CapacityTargets =>
  fits(value, {
    functions: (functions) =>
      isRecord(functions) &&
      Object.entries(functions).every(
        ([name, target]) => warmed.some((one) => one === name) && fits(target, functionTarget),
      ),
    database: (database) => database === undefined || fits(database, databaseTarget),
  });

const readTargets = (text: string): CapacityTargets => {
  const json = parsed(text);
  if (isTargets(json)) return json;
  throw new Error(
    `CAPACITY_TARGETS is ${text}: it must be JSON like {"functions":{"register":{"name":"…","alias":"live","most":150}},"database":{"cluster":"…","floor":1,"ceiling":64}}.`,
  );
};

/** The queues whose lengths a function may ask for, by their names: their own addresses, and those of their dead letters. */
export type WatchedQueues = Readonly<Record<string, { readonly url: string; readonly deadLetters: string }>>;

const isWatchedQueues = (value: unknown): value is WatchedQueues =>
  isRecord(value) && Object.values(value).every((queue) => fits(queue, { url: isText, deadLetters: isText }));

const readWatchedQueues = (text: string): WatchedQueues => {
  const json = parsed(text);
  if (isWatchedQueues(json)) return json;
  throw new Error(`WATCHED_QUEUES is ${text}: it must be JSON like {"mail":{"url":"…","deadLetters":"…"}}.`);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** `none`, or hosts with their ports that webhooks may be posted to though they are private: of one machine, in tests. */
const readHosts = (text: string): ReadonlySet<string> => {
  if (text === 'none') return new Set();
  const hosts = text.split(',');
  if (hosts.every((host) => /^[a-z0-9.[\]:-]+$/.test(host))) return new Set(hosts);
  throw new Error(`WEBHOOK_HOSTS is ${text}: it must be none, or hosts such as localhost:8080,127.0.0.1:9090.`);
};

const readers = {
  LINE_RATE_MAX: readRate,
  MAIL_LANES: readLanes,
  CAPACITY_TARGETS: readTargets,
  WATCHED_QUEUES: readWatchedQueues,
  WEBHOOK_HOSTS: readHosts,
} as const;

/** What a setting's text says. Throws when it says nothing that can be used, and names what was expected. */
export const readSetting = <S extends Setting>(name: S, text: string): Value<S> =>
  (name in readers ? readers[name as keyof typeof readers](text) : text) as Value<S>;
