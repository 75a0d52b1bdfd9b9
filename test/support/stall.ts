/** Blocks this process for this number of milliseconds, as if it had been stopped. */
export const stall = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};
