import { setTimeout } from 'node:timers/promises';

const everyMs = 50;

/** Waits for a condition; an error meanwhile counts as not yet. Rejects after this number of seconds. */
export const soon = async (what: string, seconds: number, is: () => Promise<boolean>): Promise<void> => {
  let lastError = '';
  for (const giveUp = Date.now() + seconds * 1000; Date.now() < giveUp; await setTimeout(everyMs)) {
    try {
      if (await is()) return;
      lastError = '';
    } catch (error) {
      lastError = ` The last error: ${error instanceof Error ? error.message : 'unknown'}`;
    }
  }
  throw new Error(`Not within ${seconds} s: ${what}.${lastError}`);
};

/** Waits this number of seconds: how long something is broken is part of a fault. */
export const lasts = (seconds: number): Promise<void> => setTimeout(seconds * 1000);
