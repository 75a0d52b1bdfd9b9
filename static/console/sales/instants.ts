import type { SalesMessage } from '../../../lambdas/api/console/sales-messages';

/** An instant in the time zone of the race, as precisely as a line that is drawn in this grain can be read. */
export const timeIn = (timeZone: string, grain: SalesMessage['series']['grain'] | 'second') => {
  const options: Intl.DateTimeFormatOptions = {
    second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
    minute: { hour: '2-digit', minute: '2-digit' },
    hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    day: { day: 'numeric', month: 'short' },
  }[grain] as Intl.DateTimeFormatOptions;
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  return (at: number): string => format.format(at);
};
