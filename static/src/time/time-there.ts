import * as t from '../texts/page';

/** `09:31:05` where the race is. `instant`: ISO 8601, or milliseconds since the epoch. */
export const timeThere = (instant: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat(t.locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone }).format(
    new Date(instant),
  );
