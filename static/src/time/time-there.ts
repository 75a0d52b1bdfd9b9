import * as t from '../texts/page';
import { shortInstant } from './dates';
import { serverClock } from './ticker';

/** `09:31:05` where the race is, or `14 March, 09:31` if that is not today there. `instant`: ISO 8601, or milliseconds since the epoch. */
export const timeThere = (instant: string | number, timeZone: string): string => {
  const day = (at: string | number) => new Date(at).toLocaleDateString(t.locale, { timeZone });
  return day(instant) === day(serverClock.now())
    ? new Date(instant).toLocaleTimeString(t.locale, { timeZone })
    : shortInstant(instant, timeZone);
};
