import type { OpenClient } from './client';

/** The clients that are compared, in the order of the report. */
export const contestants = ['ours', 'raw', 'memjs', 'memcached', 'memcache', 'memcache-client'] as const;
export type Contestant = (typeof contestants)[number];

/** Each client is imported in its own process only, so that none warms up or fills the memory of another. */
export const openers: Readonly<Record<Contestant, () => Promise<{ readonly open: OpenClient }>>> = {
  ours: () => import('./ours'),
  raw: () => import('./raw-meta'),
  memjs: () => import('./memjs'),
  memcached: () => import('./memcached'),
  memcache: () => import('./memcache'),
  'memcache-client': () => import('./memcache-client'),
};
