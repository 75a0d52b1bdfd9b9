import * as t from '../texts/page';
export interface Duration {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** Whole seconds left until an instant, rounded up; 0 after it. Both in milliseconds. */
export const secondsUntil = (instant: number, now: number): number => Math.max(0, Math.ceil((instant - now) / 1000));

/** Seconds as days, hours, minutes and seconds. */
export const splitSeconds = (total: number): Duration => ({
  days: Math.floor(total / 86_400),
  hours: Math.floor((total % 86_400) / 3600),
  minutes: Math.floor((total % 3600) / 60),
  seconds: total % 60,
});

const two = (value: number) => String(value).padStart(2, '0');

/** Seconds as `9:05`, or from one hour as `1:09:05`. */
export const clockFace = (total: number): string => {
  const { days, hours, minutes, seconds } = splitSeconds(total);
  const allHours = days * 24 + hours;
  return allHours > 0 ? `${allHours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
};

/** Seconds in words, in the two largest units: `2 days and 3 hours`, `1 minute`. */
export const inWords = (total: number): string => {
  const { days, hours, minutes, seconds } = splitSeconds(total);
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
    [seconds, 'second'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return t.counted(0, 'second');
  return t.listed(
    parts
      .slice(first, first + 2)
      .filter(([value]) => value > 0)
      .map(([value, unit]) => t.counted(value, unit)),
  );
};

/** The lowest of `marks` that a countdown passed between two readings, or undefined. All in seconds. */
export const passedMark = (before: number, after: number, marks: readonly number[]): number | undefined =>
  marks.filter((mark) => before > mark && after <= mark).sort((one, other) => one - other)[0];
