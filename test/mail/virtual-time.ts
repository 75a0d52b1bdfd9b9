/** A clock that stands still until everybody waits, then jumps to the earliest timer. */
export const virtualTime = (start = 1_800_000_000_000) => {
  let time = start;
  const waiting: { at: number; wake: () => void }[] = [];
  const pause = (milliseconds: number) =>
    new Promise<void>((wake) => {
      waiting.push({ at: time + Math.max(0, milliseconds), wake });
    });

  /** Runs until `work` has ended. */
  const run = async <T>(work: Promise<T>): Promise<T> => {
    let ended = false;
    const end = () => {
      ended = true;
    };
    work.then(end, end);
    for (let idle = 0; idle < 1000; idle++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (ended) return work;
      waiting.sort((a, b) => a.at - b.at);
      const next = waiting.shift();
      if (!next) continue;
      idle = 0;
      time = next.at;
      next.wake();
    }
    throw new Error('everybody waits for something that never comes');
  };
  return { now: () => new Date(time), pause, run };
};
