/** Nothing of this process goes on for so long, as if it had been stopped. */
export const stall = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};
