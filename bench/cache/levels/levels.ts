/** What `Cache.get` has to do for an answer, cheapest first, and with how many calls under way. */
export const levels = [
  { level: 'process', inFlight: 1 },
  { level: 'memcached', inFlight: 1 },
  { level: 'memcached', inFlight: 64 },
  { level: 'load', inFlight: 1 },
  { level: 'load', inFlight: 64 },
] as const;
