import { Memcache } from 'memcache';
import { type OpenClient, ttlSeconds } from './client';

/** Speaks the text protocol. */
export const open: OpenClient = async (port) => {
  const client = new Memcache({ nodes: [`127.0.0.1:${port}`], timeout: 5000 });
  await client.connect();
  return {
    get: (key) => client.get(key),
    set: (key, value) => client.set(key, value, ttlSeconds),
    increment: (key) => client.incr(key, 1),
  };
};
