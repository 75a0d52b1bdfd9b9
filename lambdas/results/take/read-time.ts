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

interface Parts {
  readonly hours: string | number | undefined;
  readonly minutes: string | undefined;
  readonly seconds: string | undefined;
  readonly fraction: string | undefined;
}

const inMs = ({ hours = 0, minutes = '0', seconds = '0', fraction = '' }: Parts): number =>
  (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
