/** In ms. What a tab stores reaches the others within this time: browsers do not promise that it is there at once. */
const storedMs = 99;

/**
 * Runs the work of one tab at a time, with the Web Locks API. A browser without it may run two at once: both tabs use the
 * same registration id, so it is still one registration.
 */
export const withLock =
  (name: string) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    if (!('locks' in navigator)) return work();
    let result: { value: T } | undefined;
    const run = async () => {
      result = { value: await work() };
    };
    const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await run();
      return lock !== null;
    });
    if (!isFree)
      await navigator.locks.request(name, async () => {
        await new Promise((resolve) => setTimeout(resolve, storedMs));
        await run();
      });
    if (!result) throw new Error(`The lock ${name} was granted without its work being done`);
    return result.value;
  };
