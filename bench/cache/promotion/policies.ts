import type { CacheOptions } from '../../../lambdas/platform/cache/cache';

/** What a process keeps of the values it read: nothing, everything, or what is read often (the defaults of Cache). */
export const policies = ['none', 'all', 'often'] as const;
export type Policy = (typeof policies)[number];

/** About a twentieth of all values, so that the process must keep the right ones. */
const maxBytes = 512 * 1024;

export const optionsOf: Readonly<Record<Policy, CacheOptions>> = {
  none: { maxBytes },
  all: { maxBytes, promotion: { threshold: 1, windowSeconds: 10 } },
  often: { maxBytes },
};

/** Seconds for which a process may serve a value without asking memcached. */
export const processSecondsOf: Readonly<Record<Policy, number>> = { none: 0, all: 5, often: 5 };
