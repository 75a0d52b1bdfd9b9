/** The best estimate of the server's time, in milliseconds since the epoch. */
export interface ServerClock {
  now(): number;
  /** Whether the server's time is known. Before that, `now` is this device's own clock. */
  known(): boolean;
  /** Takes the server's time (ISO 8601) from an answer that has just arrived. */
  learn(serverNow: string): void;
}

/**
 * An answer is older than its arrival, so each one gives a lower bound of the server's time. The largest bound is the best.
 * So the clock is never ahead of the server, and no page shows a race as open too early. A cached answer does no harm. A
 * monotonic clock that stopped while the device slept is corrected by the next answer.
 */
export const createServerClock = (monotonic: () => number, wall: () => number): ServerClock => {
  let ahead: number | undefined;
  return {
    now: () => (ahead === undefined ? wall() : monotonic() + ahead),
    known: () => ahead !== undefined,
    learn: (serverNow) => {
      const bound = Date.parse(serverNow) - monotonic();
      if (Number.isFinite(bound)) ahead = Math.max(ahead ?? Number.NEGATIVE_INFINITY, bound);
    },
  };
};
