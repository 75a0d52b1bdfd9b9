import type { Stamp } from './groups';

export interface Freshness {
  /** How old a value may become, in seconds from the start of its load. */
  readonly freshSeconds: number;
  /** The same for a load that returns `undefined`. Default 2; never longer than `freshSeconds`. */
  readonly missingSeconds?: number;
  /**
   * For how long the process may serve a value that is often asked for, without asking memcached. Default 1. In a group
   * the default is `freshSeconds`, because the group's stamp is checked; 0 means never.
   */
  readonly processSeconds?: number;
  /** `invalidateGroup` drops all values of a group in all processes at once, such as of `race:17`. */
  readonly group?: string;
  /**
   * For how many seconds after an invalidation a load may still return old data, because it reads from a replica.
   * During this time values are fresh for one second only. Default 0.
   */
  readonly settleSeconds?: number;
}

/** How one key is looked up: its Freshness, with the defaults and the group's stamp applied. */
export interface Plan {
  /** The key in memcached. */
  readonly key: string;
  readonly freshSeconds: number;
  readonly missingSeconds: number;
  readonly processSeconds: number;
  /** The group's stamp cannot be read, so memcached can be neither read nor written for this key. */
  readonly isWithoutStamp: boolean;
}

/**
 * A process that cannot learn of invalidations holds a value for as short a time as one that has just read the stamp.
 */
const maxSecondsWithoutStamp = 1;
const freshSecondsWhileSettling = 1;

/** The key in memcached. It contains the group's stamp, so after each invalidation it is a different key. */
export const storedKeyOf = (key: string, { group }: Freshness, stamp: Stamp | undefined): string => {
  if (group === undefined) return key;
  return stamp ? `${key}#${stamp.text}` : JSON.stringify([group, key]);
};

/** How to look up a key at this time (`now`, in milliseconds since the epoch). */
export const planOf = (key: string, freshness: Freshness, stamp: Stamp | undefined, now: number): Plan => {
  const { group, missingSeconds = 2, settleSeconds = 0 } = freshness;
  const unsettled = stamp !== undefined && now < stamp.madeAt + settleSeconds * 1000;
  const freshSeconds = unsettled ? Math.min(freshness.freshSeconds, freshSecondsWhileSettling) : freshness.freshSeconds;
  const isWithoutStamp = group !== undefined && stamp === undefined;
  const processSeconds = freshness.processSeconds ?? (group === undefined ? 1 : freshSeconds);
  return {
    key: storedKeyOf(key, freshness, stamp),
    freshSeconds,
    missingSeconds: Math.min(missingSeconds, freshSeconds),
    processSeconds: isWithoutStamp ? Math.min(processSeconds, maxSecondsWithoutStamp) : processSeconds,
    isWithoutStamp,
  };
};

/** How old this value may become, in seconds. */
export const freshSecondsOf = ({ freshSeconds, missingSeconds }: Plan, value: unknown): number =>
  value === undefined ? missingSeconds : freshSeconds;

/**
 * In the last fifth of its time one caller of all processes refreshes a value, so all processes ask memcached again.
 */
export const refreshBelowSeconds = (freshSeconds: number): number => Math.floor(freshSeconds / 5);
