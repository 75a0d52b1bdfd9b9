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
