import { useLayoutEffect, useState } from 'preact/hooks';
import type { Watched } from '../flow/watched';
import { now } from '../time/ticker';

/** The value now. The component is drawn again when it changes. */
export const useValue = <T>({ peek, watch }: Pick<Watched<T>, 'peek' | 'watch'>): T => {
  const [drawn, draw] = useState({ value: peek() });
  useLayoutEffect(() => {
    const look = () => draw({ value: peek() });
    // It may have changed since this component was drawn.
    if (drawn.value !== peek()) look();
    return watch(look);
  }, [watch]);
  return peek();
};

/** The server's time, in milliseconds since the epoch. The component is drawn again at each full second. */
export const useNow = (): number => useValue(now);
