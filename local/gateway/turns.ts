/**
 * Lets those who come begin in their order, `atOnce` at a time, and a turn of the event loop between them. In Lambda each
 * has an environment to himself; here all share one thread. Begun all at once, the thousands at the gun would find their
 * time-outs over while they wait for nothing but the thread, be told to come back, and come back: more work on too much.
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
