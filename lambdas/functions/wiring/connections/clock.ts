import { setTimeout } from 'node:timers/promises';

export const now = (): Date => new Date();

/** Milliseconds on a clock that nobody sets. */
export const elapsed = (): number => performance.now();

export const pause = (milliseconds: number): Promise<void> => setTimeout(milliseconds);
