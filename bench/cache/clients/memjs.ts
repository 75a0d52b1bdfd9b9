import { Client } from 'memjs';
import { type OpenClient, ttlSeconds } from './client';

/** Speaks the binary protocol. */
export const open: OpenClient = async (port) => {
  const client = Client.create(`127.0.0.1:${port}`, { timeout: 5, keepAlive: true });
  return {
    get: async (key) => (await client.get(key)).value,
    set: (key, value) => client.set(key, value, { expires: ttlSeconds }),
    increment: async (key) => (await client.increment(key, 1, { expires: ttlSeconds })).value,
  };
};
