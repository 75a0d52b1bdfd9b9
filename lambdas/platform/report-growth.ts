type Counters = Readonly<Record<string, number>>;

const reportIntervalMs = 60_000;

/**
 * Reports to `count` by how much each counter grew, at most once a minute. Call it with each request: a process that is
 * frozen between requests runs no timers.
 */
export const reportGrowth = (read: () => Counters, count: (name: string, by: number) => void): (() => void) => {
  let reported = read();
  let nextAt = Date.now() + reportIntervalMs;
  return () => {
    if (Date.now() < nextAt) return;
    nextAt = Date.now() + reportIntervalMs;
    const present = read();
    for (const [name, value] of Object.entries(present)) {
      const by = value - (reported[name] ?? 0);
      if (by > 0) count(name, by);
    }
    reported = present;
  };
};
