import * as t from '../texts/page';

/** `Sunday 14 March 2027`, from the calendar day of a race (`2027-03-14`), which belongs to no time zone. */
export const calendarDay = (day: string): string =>
  new Intl.DateTimeFormat(t.locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Day, month and year for a calendar leaf: `14`, `Mar`, `2027`. */
export const calendarLeaf = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(t.locale, { ...options, timeZone: 'UTC' }).format(date);
  return { day: part({ day: 'numeric' }), month: part({ month: 'short' }), year: part({ year: 'numeric' }) };
};

/** `Friday 31 December 2027`, the day of an instant (ISO 8601) where the reader is. */
export const writeDay = (instant: string): string => dayAndTime(new Date(instant), undefined).day;

/** The name of a time zone for people: `Berlin time`, `UTC`. */
export const zoneName = (timeZone: string): string => {
  const city = timeZone.split('/').at(-1) ?? timeZone;
  return timeZone.includes('/') ? t.zoneOf(city.replaceAll('_', ' ')) : timeZone;
};

const timeOnly: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

const dayAndTime = (instant: Date, timeZone: string | undefined) => {
  const zone = timeZone ? { timeZone } : {};
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(t.locale, { ...options, ...zone }).format(instant);
  return {
    day: part({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', ''),
    time: part(timeOnly),
  };
};

/** `11 December, 08:48` in the given time zone. For places where the zone is named nearby. */
export const shortInstant = (instant: string | number, timeZone: string): string => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(t.locale, { ...options, timeZone }).format(new Date(instant));
  return t.dayAndTime(part({ day: 'numeric', month: 'long' }), part(timeOnly));
};

export interface WrittenInstant {
  /** In the time zone of the race, with its name: `Monday 1 March 2027 at 10:00, Berlin time`. */
  readonly there: string;
  /** The same in the reader's time zone, if it differs. Only the time if the day is the same. */
  readonly here?: string;
}

/** An instant (ISO 8601) in the time zones of the race and of the reader. `readerZone` defaults to the browser's. */
export const writeInstant = (instant: string, raceZone: string, readerZone?: string): WrittenInstant => {
  const date = new Date(instant);
  const there = dayAndTime(date, raceZone);
  const here = dayAndTime(date, readerZone);
  const isSameDay = here.day === there.day;
  return {
    there: t.inZone(t.dayAtTime(there.day, there.time), zoneName(raceZone)),
    ...(isSameDay && here.time === there.time
      ? {}
      : { here: isSameDay ? here.time : t.dayAtTime(here.day, here.time) }),
  };
};
