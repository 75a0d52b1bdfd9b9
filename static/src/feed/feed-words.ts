import { clockFace, inWords } from '../time/duration';

/** `32:04` from milliseconds. Rounded up, as times are. */
export const raceTime = (ms: number): string => clockFace(Math.ceil(ms / 1000));

/** `+0:07`; empty for who leads. */
export const gapTime = (ms: number): string => (ms > 0 ? `+${raceTime(ms)}` : '');

/** How long ago, in words. */
export const ago = (instant: string, now: number): string =>
  inWords(Math.max(1, Math.round((now - Date.parse(instant)) / 1000)));
