import type { CacheOptions } from '../../../lambdas/platform/cache/cache';

/** What a process keeps of what it was given: nothing, everything, or what is often asked for (the defaults of Cache). */
export const policies = ['none', 'all', 'often'] as const;
export type Policy = (typeof policies)[number];

/** About a twentieth of all values: memory that must be used for the right ones. */
const maxBytes = 512 * 1024;

export const optionsOf: Readonly<Record<Policy, CacheOptions>> = {
  none: { maxBytes },
  all: { maxBytes, promotion: { threshold: 1, windowSeconds: 10 } },
  often: { maxBytes },
};

/** How long a process may serve a value without asking, in seconds. */
export const processSecondsOf: Readonly<Record<Policy, number>> = { none: 0, all: 5, often: 5 };
