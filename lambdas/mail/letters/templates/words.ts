import type { Occasion } from '../letter-facts';
import type { LetterTexts } from '../texts/en';
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

/** The sentences of a language, and what is written in it alike in all mails. Made once for a language. */
export interface Words {
  readonly texts: LetterTexts;
  /** `€45.00`. The amount is in the currency's smallest unit; Intl knows its number of decimals. */
  inMoney(amount: number, currency: string): string;
  /** `Sunday, 7 March 2027` for `2027-03-07`, as on the page. A day has no time zone, so it is formatted in UTC. */
  inDay(date: string): string;
  /** `1 March 2027 at 11:00 CET`, in the time zone of the race. */
  inTime(instant: Date, timeZone: string): string;
  /** `Ten at Harbour Run on Sunday, 2 May 2027`. */
  inFull(occasion: Occasion): string;
  /** `Ten, Harbour Run`. */
  inShort(occasion: Pick<Occasion, 'eventName' | 'raceName'>): string;
  /** What, where and when, for recipients who keep the mail. */
  factsOf(occasion: Occasion): Content['facts'];
  /** `Hello Ada,`, or without a name. */
  greetingOf(firstName: string): string;
}

export const wordsOf = (texts: LetterTexts): Words => {
  const moneyIn = formats((currency) => new Intl.NumberFormat(texts.numbers, { style: 'currency', currency }));
  const day = new Intl.DateTimeFormat(texts.dates, { dateStyle: 'full', timeZone: 'UTC' });
  const timeIn = formats(
    (timeZone) =>
      new Intl.DateTimeFormat(texts.dates, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  );
  const inDay: Words['inDay'] = (date) => day.format(new Date(`${date}T00:00:00Z`));
  return {
    texts,
    inDay,
    inMoney(amount, currency) {
      const format = moneyIn(currency);
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
    inTime: (instant, timeZone) => timeIn(timeZone).format(instant),
    inFull: ({ eventName, raceName, raceDate }) => texts.inFull(eventName, raceName, inDay(raceDate)),
    inShort: ({ eventName, raceName }) => texts.eventOfRace(eventName, raceName),
    factsOf: ({ eventName, raceName, place, raceDate }) => [
      [texts.facts.event, eventName],
      [texts.facts.race, raceName],
      [texts.facts.where, place],
      [texts.facts.date, inDay(raceDate)],
    ],
    greetingOf: (firstName) => texts.hello(nameOf(firstName)),
  };
};

/**
 * The name, unless it contains more than a name. Anybody can write to a stranger's address through a name, and mail
 * programs turn what looks like a web address into a link: such a name is left out.
 */
export const nameOf = (name: string): string | undefined =>
  /^(?:[\p{L}\p{M}'’ -]|\.(?= |$))+$/u.test(name) ? name : undefined;
