/** What one round of one operation took. */
export interface Round {
  readonly operations: number;
  readonly wallMs: number;
  /** Of this whole process, its helper threads included. */
  readonly cpuMs: number;
}

/** Repeats the operation for `ms` milliseconds, always `inFlight` of them under way. `i` counts them. */
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
      // Looking at the clock every time would cost as much as a hit in process memory.
      if (i % 64 === 63) over = performance.now() - from >= ms;
      await operation(i);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, repeat));
  const wallMs = performance.now() - from;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { operations, wallMs, cpuMs: (user + system) / 1000 };
};
