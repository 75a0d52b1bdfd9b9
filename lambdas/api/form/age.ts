/** In years without a 29 February, when those born on that day have their birthday. */
export type LeapBirthday = 'feb-28' | 'mar-1';

/** Full years on a calendar day, without any instant or time zone. Both are `yyyy-mm-dd`. Negative before the birth. */
export const ageOn = (birthDate: string, day: string, leapBirthday: LeapBirthday = 'mar-1'): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return birthdayIn(day.slice(0, 4), birthDate.slice(5), leapBirthday) <= day.slice(5) ? years : years - 1;
};

const birthdayIn = (year: string, birthday: string, leapBirthday: LeapBirthday): string => {
  if (birthday !== '02-29' || isLeap(Number(year))) return birthday;
  return leapBirthday === 'feb-28' ? '02-28' : '03-01';
};

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

// Making a formatter takes longer than everything else here.
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day that was formatted last for each time zone, and its minute. Formatting is slow, and a day begins with a whole minute. */
const lastDays = new Map<string, { readonly minute: number; readonly day: string }>();

/** The calendar day of an instant in a time zone such as `Europe/Berlin`, as `yyyy-mm-dd`. */
export const dayIn = (timeZone: string, instant: Date): string => {
  const minute = Math.floor(instant.getTime() / 60_000);
  const known = lastDays.get(timeZone);
  if (known?.minute === minute) return known.day;
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  lastDays.set(timeZone, { minute, day });
  return day;
};
