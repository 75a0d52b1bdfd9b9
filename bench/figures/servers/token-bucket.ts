export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** Whether one more request is let in: at first `burst` at once, then as many as a second brings. */
export const tokenBucket = (
  { requestsPerSecond, burst }: Throttle,
  clock: () => number = () => performance.now(),
): (() => boolean) => {
  let [left, filledAt] = [burst, clock()];
  return () => {
    const now = clock();
    left = Math.min(burst, left + ((now - filledAt) / 1_000) * requestsPerSecond);
    filledAt = now;
    if (left < 1) return false;
    left--;
    return true;
  };
};
