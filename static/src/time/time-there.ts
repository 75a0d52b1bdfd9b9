import * as t from '../texts/page';
import { shortInstant } from './dates';
import { serverClock } from './ticker';

/** `09:31:05` where the race is. `instant`: ISO 8601, or milliseconds since the epoch. */
export const timeThere = (instant: string | number, timeZone: string): string =>
  new Date(instant).toLocaleTimeString(t.locale, { timeZone });

/** The same, or `14 March, 09:31` if that is not today there. */
export const whenThere = (instant: string | number, timeZone: string): string => {
  const day = (at: string | number) => new Date(at).toLocaleDateString(t.locale, { timeZone });
  return day(instant) === day(serverClock.now()) ? timeThere(instant, timeZone) : shortInstant(instant, timeZone);
};
