import Memcached from 'memcached';
import { type Client, type OpenClient, ttlSeconds } from './client';

type Done = (error: unknown, value: unknown) => void;

/** The memcached package has callbacks only. */
const answerOf = (ask: (done: Done) => void): Promise<unknown> =>
  new Promise((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value))));

/** Speaks the text protocol. */
export const open: OpenClient = async (port): Promise<Client> => {
  const client = new Memcached(`127.0.0.1:${port}`, { poolSize: 1, timeout: 5000 });
  return {
    get: (key) => answerOf((done) => client.get(key, done)),
    set: (key, value) => answerOf((done) => client.set(key, value, ttlSeconds, done)),
    increment: (key) => answerOf((done) => client.incr(key, 1, done)),
  };
};
