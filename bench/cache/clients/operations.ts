export const operations = ['get', 'set', 'increment'] as const;
export type Operation = (typeof operations)[number];

/** Requests in flight: one request at a time, a busy function, a burst. */
export const loads = [1, 64, 512] as const;
