/** What one round of one operation took. */
export interface Round {
  readonly operations: number;
  readonly wallMs: number;
  /** CPU of this whole process, helper threads included. */
  readonly cpuMs: number;
}

/** Repeats the operation for `ms` milliseconds, always with `inFlight` of them in flight. `i` counts the operations. */
export const keepInFlight = async (
  inFlight: number,
  ms: number,
  operation: (i: number) => Promise<unknown>,
): Promise<Round> => {
  let operations = 0;
  let over = false;
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  const repeat = async () => {
    while (!over) {
      const i = operations++;
      // Reading the clock each time would cost as much as a hit in process memory.
      if (i % 64 === 63) over = performance.now() - from >= ms;
      await operation(i);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, repeat));
  const wallMs = performance.now() - from;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { operations, wallMs, cpuMs: (user + system) / 1000 };
};
