import { MemcacheClient } from 'memcache-client';
import { type OpenClient, ttlSeconds } from './client';

/** Speaks the text protocol. */
export const open: OpenClient = async (port) => {
  const client = new MemcacheClient({ server: { server: `127.0.0.1:${port}`, maxConnections: 1 }, cmdTimeout: 5000 });
  return {
    get: async (key) => (await client.get(key))?.value,
    set: (key, value) => client.set(key, value, { lifetime: ttlSeconds }),
    increment: (key) => client.incr(key, 1),
  };
};
