import type { Occasion } from '../occasion';
import type { Content } from './content';

/** Made once for each: to make a format takes a hundred times as long as to use it. */
const formats = <Format>(make: (of: string) => Format) => {
  const made = new Map<string, Format>();
  return (of: string): Format => {
    const format = made.get(of) ?? make(of);
    made.set(of, format);
    return format;
  };
};

const moneyIn = formats((currency) => new Intl.NumberFormat('en', { style: 'currency', currency }));
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
const timeIn = formats(
  (timeZone) =>
    new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }),
);

/** `€45.00`. The amount is in the currency's smallest unit, of which Intl knows how many make one. */
export const inMoney = (amount: number, currency: string): string => {
  const format = moneyIn(currency);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** `Sunday, 7 March 2027` for `2027-03-07`, as on the page: a day has no time zone, so none may move it. */
export const inDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** `1 March 2027 at 11:00 CET`, as clocks show it at the race. */
export const inTime = (instant: Date, timeZone: string): string => timeIn(timeZone).format(instant);

/** `Ten at Harbour Run on Sunday, 2 May 2027`. */
export const inFull = ({ eventName, raceName, raceDate }: Occasion): string =>
  `${eventName} at ${raceName} on ${inDay(raceDate)}`;

/** What, where and when: for those who keep the mail. */
export const factsOf = ({ eventName, raceName, place, raceDate }: Occasion): Content['facts'] => [
  ['Event', eventName],
  ['Race', raceName],
  ['Where', place],
  ['Date', inDay(raceDate)],
];

/** `a spot`, or `3 spots`. */
export const inSpots = (size: number): string => (size === 1 ? 'a spot' : `${size} spots`);

/**
 * The name, if it is nothing but one. Anybody can write a stranger's address, and mail programs turn what looks like a
 * web address into a link: a name that is more than a name is left out.
 */
export const nameOf = (name: string): string | undefined =>
  /^(?:[\p{L}\p{M}'’ -]|\.(?= |$))+$/u.test(name) ? name : undefined;

/** `Hello Ada,`, or without a name. */
export const greetingOf = (firstName: string): string => {
  const name = nameOf(firstName);
  return name === undefined ? 'Hello,' : `Hello ${name},`;
};

/** Without control characters other than the line feed, and without those that turn the direction of writing. */
export const printable = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ');
