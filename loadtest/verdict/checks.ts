import type { Check } from '../report/test-report';

/** `least` and `most` differ where people left before the end: the spots they held come back later. */
export const between = (name: string, actual: number, least: number, most = least): Check => ({
  name,
  expected: least === most ? String(least) : `${least} to ${most}`,
  actual: String(actual),
  holds: actual >= least && actual <= most,
});

export const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
