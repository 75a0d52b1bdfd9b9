import type { Memcached } from './memcached';

/** The same server, where nothing is changed: for work that is taken back. */
export const unwritten = (server: Memcached): Memcached => ({
  get: (key) => server.get(key),
  getVersioned: (key) => server.getVersioned(key),
  fetch: (key, options) => server.fetch(key, options),
  set: async () => {},
  add: async () => true,
  replace: async () => true,
  increment: async () => undefined,
  decrement: async () => {},
  count: async () => 0,
  delete: async () => {},
  close: () => {},
});
