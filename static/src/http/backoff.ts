import { pauseAfter } from '../../../lambdas/api/pace';

const baseSeconds = 0.5;
const capSeconds = 20;

/**
 * Seconds until the next try: `retryAfter` of the server plus full jitter, so that thousands of browsers that were refused
 * at once do not come back at once. `random` in [0, 1).
 */
export const waitSeconds = (tries: number, random: number, retryAfter = 0): number =>
  retryAfter + random * Math.min(capSeconds, Math.max(baseSeconds * 2 ** tries, retryAfter / 2));

/** Seconds until the next poll: `pollAfter` of the server, plus up to 20 %. `random` in [0, 1). */
export const pollSeconds = (pollAfter: number, random: number): number => pollAfter * (1 + random * 0.2);

/**
 * Seconds until the next poll after a failed one: more the longer the runner has `waited` (seconds), and at least
 * `retryAfter`.
 */
export const missedPollSeconds = (waited: number, random: number, retryAfter = 0): number =>
  pollSeconds(Math.max(pauseAfter(waited), retryAfter), random);

/** The query of a poll. `waited`, in seconds, lets the server say when to ask again. */
export const waitedQuery = (waited: number): string => `?waited=${Math.floor(Math.max(0, waited))}`;

const usualLookSeconds = 5;
const earlyLookSeconds = 30;
const nearOpeningMs = 3 * 60_000;

/**
 * Seconds until the page asks for availability again. Jitter spreads browsers that loaded the page at once. Instants in
 * milliseconds.
 */
export const nextLookSeconds = (opensAt: number, now: number, random: number): number =>
  (opensAt - now > nearOpeningMs ? earlyLookSeconds : usualLookSeconds) + random;
