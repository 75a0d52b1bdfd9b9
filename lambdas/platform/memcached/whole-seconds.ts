const maxTtlSeconds = 30 * 24 * 60 * 60;

/**
 * A time to live as memcached reads it. More than 30 days would be read as an instant of 1970 and 0 as "for ever", so the
 * one is shortened and what has no time left is gone at once. A fraction counts as a whole second.
 */
export const wholeSeconds = (seconds: number): number => {
  if (Number.isNaN(seconds)) throw new RangeError('a time to live must be a number of seconds, not NaN');
  return seconds <= 0 ? -1 : Math.min(Math.ceil(seconds), maxTtlSeconds);
};
