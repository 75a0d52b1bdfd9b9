import type { Occasion } from '../letter-facts';
import type { Content } from './render';

/** One format for each currency or time zone: making one takes a hundred times as long as using it. */
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

/** `€45.00`. The amount is in the currency's smallest unit; Intl knows its number of decimals. */
export const inMoney = (amount: number, currency: string): string => {
  const format = moneyIn(currency);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** `Sunday, 7 March 2027` for `2027-03-07`, as on the page. A day has no time zone, so it is formatted in UTC. */
export const inDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** `1 March 2027 at 11:00 CET`, in the time zone of the race. */
export const inTime = (instant: Date, timeZone: string): string => timeIn(timeZone).format(instant);

/** `Ten at Harbour Run on Sunday, 2 May 2027`. */
export const inFull = ({ eventName, raceName, raceDate }: Occasion): string =>
  `${eventName} at ${raceName} on ${inDay(raceDate)}`;

/** What, where and when, for recipients who keep the mail. */
export const factsOf = ({ eventName, raceName, place, raceDate }: Occasion): Content['facts'] => [
  ['Event', eventName],
  ['Race', raceName],
  ['Where', place],
  ['Date', inDay(raceDate)],
];

/** `a spot`, or `3 spots`. */
export const inSpots = (size: number): string => (size === 1 ? 'a spot' : `${size} spots`);

/**
 * The name, unless it contains more than a name. Anybody can write to a stranger's address through a name, and mail
 * programs turn what looks like a web address into a link: such a name is left out.
 */
export const nameOf = (name: string): string | undefined =>
  /^(?:[\p{L}\p{M}'’ -]|\.(?= |$))+$/u.test(name) ? name : undefined;

/** `Hello Ada,`, or without a name. */
export const greetingOf = (firstName: string): string => {
  const name = nameOf(firstName);
  return name === undefined ? 'Hello,' : `Hello ${name},`;
};
