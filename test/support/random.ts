/** Repeatable randomness: the same seed gives the same run. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** A UUID version 7 of that millisecond. */
  uuid(milliseconds: number): string;
}

/** mulberry32: small, fast, and random enough here. */
export const random = (seed: number): Random => {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const hex = (digits: number) =>
    whole(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  return {
    next,
    whole,
    chance: (probability) => probability > 0 && next() < probability,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    uuid: (milliseconds) => {
      const time = Math.floor(milliseconds).toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
    },
  };
};
