const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this process for this number of milliseconds, as if it had been stopped. */
export const stall = (milliseconds: number): void => {
  Atomics.wait(never, 0, 0, milliseconds);
};
