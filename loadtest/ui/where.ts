/**
 * The addresses of the load test's pages. They are the same on their own server and in the local system's status page.
 */
export const where = {
  set: '/load',
  now: '/load/now',
  events: '/load/now/events',
  stop: '/load/now/stop',
  script: '/load/live.js',
  runs: '/load/runs',
  compare: '/load/compare',
  run: (id: string, doing = '') => `/load/runs/${id}${doing}`,
  comparison: (ids: readonly string[], extension = '') =>
    `/load/compare${extension}?${ids.map((id) => `run=${encodeURIComponent(id)}`).join('&')}`,
} as const;
