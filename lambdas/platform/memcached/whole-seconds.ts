const maxTtlSeconds = 30 * 24 * 60 * 60;

/**
 * A time to live as memcached reads it. Memcached takes more than 30 days for a date and 0 for "never expires". So a
 * longer time is shortened, and a time of 0 or less expires at once. Fractions are rounded up. Throws RangeError for
 * NaN.
 */
export const wholeSeconds = (seconds: number): number => {
  if (Number.isNaN(seconds)) throw new RangeError('a time to live must be a number of seconds, not NaN');
  return seconds <= 0 ? -1 : Math.min(Math.ceil(seconds), maxTtlSeconds);
};
