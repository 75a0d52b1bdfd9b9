import type { Stamp } from './groups';

export interface Freshness {
  /** How old a value may become, from the start of its load. */
  readonly freshSeconds: number;
  /** The same for a load that brings `undefined`. Default 2; never longer than `freshSeconds`. */
  readonly missingSeconds?: number;
  /**
   * How much of that a value that is often asked for may be served from the process without asking memcached. Default 1;
   * in a group all of it, because the group's stamp is asked for; 0 for never.
   */
  readonly processSeconds?: number;
  /** `invalidateGroup` makes everybody forget all values of a group at once, e.g. of `race:17`. */
  readonly group?: string;
  /**
   * How long after that a load may still bring the old, because it reads from a replica: for so long values are
   * fresh for one second only. Default 0.
   */
  readonly settleSeconds?: number;
}

/** How one key is looked for: what became of its Freshness. */
export interface Plan {
  /** Where the value lies. */
  readonly key: string;
  readonly freshSeconds: number;
  readonly missingSeconds: number;
  readonly processSeconds: number;
  /** Memcached does not say which values of the group are valid: it can neither be asked nor told. */
  readonly alone: boolean;
}

/** A process that cannot hear of invalidations holds its values no longer than one that has just asked. */
const aloneSeconds = 1;
const unsettledSeconds = 1;

/** With a stamp in it, a key of a group is another key after each invalidation, and another than the same key elsewhere. */
export const placeOf = (key: string, { group }: Freshness, stamp: Stamp | undefined): string => {
  if (group === undefined) return key;
  return stamp ? `${key}#${stamp.text}` : JSON.stringify([group, key]);
};

export const planOf = (key: string, freshness: Freshness, stamp: Stamp | undefined, now: number): Plan => {
  const { group, missingSeconds = 2, settleSeconds = 0 } = freshness;
  const unsettled = stamp !== undefined && now < stamp.madeAt + settleSeconds * 1000;
  const freshSeconds = unsettled ? Math.min(freshness.freshSeconds, unsettledSeconds) : freshness.freshSeconds;
  const alone = group !== undefined && stamp === undefined;
  const processSeconds = freshness.processSeconds ?? (group === undefined ? 1 : freshSeconds);
  return {
    key: placeOf(key, freshness, stamp),
    freshSeconds,
    missingSeconds: Math.min(missingSeconds, freshSeconds),
    processSeconds: alone ? Math.min(processSeconds, aloneSeconds) : processSeconds,
    alone,
  };
};

/** How old this value may become. */
export const freshSecondsOf = ({ freshSeconds, missingSeconds }: Plan, value: unknown): number =>
  value === undefined ? missingSeconds : freshSeconds;

/** In the last fifth of its time one caller of all refreshes a value, and processes ask memcached again. */
export const refreshBelowSeconds = (freshSeconds: number): number => Math.floor(freshSeconds / 5);
