import { pauseAfter } from '../../../lambdas/api/pace';

const baseSeconds = 0.5;
const capSeconds = 20;

/**
 * How long to wait before the next try: at least what the server asked for, then full jitter on top, so that
 * thousands who were turned away together do not come back together. Seconds; `random` is in [0, 1).
 */
export const waitSeconds = (tries: number, random: number, retryAfter = 0): number =>
  retryAfter + random * Math.min(capSeconds, Math.max(baseSeconds * 2 ** tries, retryAfter / 2));

/** The server's pace, plus up to a fifth. */
export const pollSeconds = (pollAfter: number, random: number): number => pollAfter * (1 + random * 0.2);

/** A look that brought no answer: longer the longer it takes already, and not before the server said. */
export const missedPollSeconds = (waited: number, random: number, retryAfter = 0): number =>
  pollSeconds(Math.max(pauseAfter(waited), retryAfter), random);

/** For the address of a poll: how long it takes already, so that the server can say when to ask again. */
export const waitedQuery = (waited: number): string => `?waited=${Math.floor(Math.max(0, waited))}`;

const usualLookSeconds = 5;
const earlyLookSeconds = 30;
const nearOpeningMs = 3 * 60_000;

/** Seconds to the next look: with jitter, so that a crowd that arrived together spreads out; calmer long before the opening. */
export const nextLookSeconds = (opensAt: number, now: number, random: number): number =>
  (opensAt - now > nearOpeningMs ? earlyLookSeconds : usualLookSeconds) + random;
