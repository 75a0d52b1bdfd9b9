/**
 * Starts waiting calls in their order, `atOnce` in each turn of the event loop. In Lambda each invocation has its own
 * environment; here all share one thread. If thousands started at once when registration opens, their timeouts would
 * pass while they wait for the thread. Clients would then retry, and add more work.
 */
export const inTurns = (atOnce: number): (() => Promise<void>) => {
  let waiting: (() => void)[] = [];
  let isTurning = false;

  const turn = () => {
    const begin = waiting.slice(0, atOnce);
    waiting = waiting.slice(atOnce);
    isTurning = waiting.length > 0;
    if (isTurning) setImmediate(turn);
    for (const go of begin) go();
  };

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (isTurning) return;
      isTurning = true;
      setImmediate(turn);
    });
};
