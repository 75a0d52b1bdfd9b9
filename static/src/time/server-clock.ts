/** The server's time, in milliseconds since the epoch, as well as we know it. */
export interface ServerClock {
  now(): number;
  /** Whether the server has told us its time yet; before that `now` is this machine's own clock. */
  known(): boolean;
  /** Takes in what the server's clock said (ISO 8601) in an answer that arrived this moment. */
  learn(serverNow: string): void;
}

/**
 * An answer is always older than its arrival, so each one gives a lower bound, and the largest bound is the best.
 * That never runs ahead of the server: nobody is shown an open door that is still shut. A cached answer does no harm, and
 * a monotonic clock that stood still while the machine slept catches up with the next answer.
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
