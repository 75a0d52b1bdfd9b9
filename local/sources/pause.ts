import { setTimeout } from 'node:timers/promises';

/** Waits for `milliseconds`, or until the signal. A negative number means no wait. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(Math.max(0, milliseconds), undefined, { signal }).catch(() => undefined);
};
