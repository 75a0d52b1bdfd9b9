/** A value of the size of a race's page: about 1 kB of JSON. */
export const racePage = (key: string) => ({
  key,
  name: 'Spring Run',
  events: Array.from({ length: 8 }, (_, i) => ({
    eventId: `${key}:${i}`,
    distance: `${5 * (i + 1)} km`,
    capacity: 1000 * (i + 1),
    opensAt: '2026-11-21T10:00:00.000Z',
    cents: 2500 + 500 * i,
  })),
});
