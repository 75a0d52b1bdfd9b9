import { setTimeout } from 'node:timers/promises';

export const now = (): Date => new Date();

export const pause = (milliseconds: number): Promise<void> => setTimeout(milliseconds);
