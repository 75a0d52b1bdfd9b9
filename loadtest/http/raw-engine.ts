import type { Target, Traffic } from './connection';
import type { Engine } from './engine';
import { Pool } from './pool';

/**
 * HTTP on bare sockets: half the CPU of the best general client or less, so that the generator is not what is measured.
 * `mostPerAddress`: connections from one address to one server.
 */
export const rawEngine = ({ mostPerAddress = 100 } = {}): Engine => {
  const traffic: Traffic = { sent: 0, received: 0, connections: 0 };
  const pools = new Map<string, Pool>();

  const poolFor = (origin: string, address: string): Pool => {
    const key = `${origin} ${address}`;
    const known = pools.get(key);
    if (known) return known;
    const made = new Pool(targetOf(origin, address), traffic, mostPerAddress);
    pools.set(key, made);
    return made;
  };

  return {
    traffic,
    send: async (origin, address, request) => poolFor(origin, address).send(request),
    close() {
      for (const pool of pools.values()) pool.close();
    },
  };
};

const targetOf = (origin: string, address: string): Target => {
  const { protocol, hostname, port, host: name } = new URL(origin);
  if (protocol !== 'http:')
    throw new Error(`${origin} is not an http: address; the load test's own engine speaks nothing else yet.`);
  // Looking a name up costs a thread each time, and ours come from IPv4 addresses.
  return { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port || 80), name, address };
};
