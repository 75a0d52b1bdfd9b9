import { plainDigits } from '../../domain/plain-digits';

/** `1:23:45`, `83:45`, `1:23:45.6`, `0:59:59,123` */
const clock = /^(?:(\d{1,2}):([0-5]?\d)|(\d{1,2})):([0-5]\d)(?:[.,](\d{1,3}))?$/;

/** A duration by ISO 8601: `PT1H23M45.6S`, `PT83M45S`. Software writes up to nine digits of a second; milliseconds are kept. */
const duration =
  /^P(?=\d|T)(?:(\d{1,2})D)?(?:T(?=\d)(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:[.,](\d{1,9}))?S)?)?$/i;

/** In milliseconds. Undefined: it is no time, or it is not clear whether it means hours and minutes or minutes and seconds. */
export const readTime = (text: string): number | undefined => {
  const written = plainDigits(text).trim();
  const [, hours, minutes, minutesAlone, seconds, fraction] = clock.exec(written) ?? [];
  if (seconds !== undefined) return inMs({ hours, minutes: minutes ?? minutesAlone, seconds, fraction });
  const found = duration.exec(written);
  if (!found) return undefined;
  const [, d = 0, h = 0, m, s, part] = found;
  return inMs({ hours: 24 * Number(d) + Number(h), minutes: m, seconds: s, fraction: part });
};

/** What Excel writes for a time in a cell without a format: a fraction of a day. 1:23:45 is `0.0581597222`, or `,0581597222`. */
const dayFraction = /^0?[.,](\d{3,17})$/;
/** So many digits tell milliseconds apart. With fewer, a time that is no whole second was rounded. */
const exactDigits = 8;

/** A cell of a file. Undefined: as of `readTime`, or it was rounded to too few digits. */
export const readTimeCell = (cell: string): number | undefined => {
  const [, digits] = dayFraction.exec(plainDigits(cell).trim()) ?? [];
  if (digits === undefined) return readTime(cell);
  const ms = Number(`0.${digits}`) * 86_400_000;
  const wholeSecond = Math.round(ms / 1000) * 1000;
  if (Math.abs(ms - wholeSecond) < 0.5) return wholeSecond;
  return digits.length < exactDigits ? undefined : Math.round(ms);
};

interface Parts {
  readonly hours: string | number | undefined;
  readonly minutes: string | undefined;
  readonly seconds: string | undefined;
  readonly fraction: string | undefined;
}

const inMs = ({ hours = 0, minutes = '0', seconds = '0', fraction = '' }: Parts): number =>
  (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
