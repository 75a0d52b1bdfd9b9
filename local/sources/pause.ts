import { setTimeout } from 'node:timers/promises';

/** Waits so many milliseconds, not at all for a moment that has passed, or until the signal. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(Math.max(0, milliseconds), undefined, { signal }).catch(() => undefined);
};
