/** `24 Nov 2026, 13:57`, in the reader's time zone. It is for what staff did; instants of a race are in the race's zone. */
export const localInstant = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));

/** `13:57:02` */
export const localTime = (at: number): string => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(at);

/** `13:57` */
export const shortTime = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(instant));
