import { setTimeout } from 'node:timers/promises';

/** Waits so many milliseconds, or until the signal. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
};
