import { isThisMachine } from '../target/this-machine';
import type { Target, Traffic } from './connection';
import type { Engine } from './engine';
import { Pool } from './pool';

interface RawEngineOptions {
  readonly mostPerAddress?: number;
  readonly trust?: string;
}

/**
 * HTTP on bare sockets, for at most half the CPU of the best general client, so that a measurement is not one of the
 * generator. `mostPerAddress`: connections from one address to one server. `trust`: the only certificate to trust, as
 * PEM; default: those that Node trusts. Bytes are counted before TLS.
 */
export const rawEngine = ({ mostPerAddress = 100, trust }: RawEngineOptions = {}): Engine => {
  const traffic: Traffic = { sent: 0, received: 0, connections: 0 };
  const pools = new Map<string, Pool>();

  const poolFor = (origin: string, address: string): Pool => {
    const key = `${origin} ${address}`;
    const known = pools.get(key);
    if (known) return known;
    const made = new Pool(targetOf(origin, address, trust), traffic, mostPerAddress);
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

const targetOf = (origin: string, address: string, trust: string | undefined): Target => {
  const { protocol, hostname, port, host: name } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`${origin} is neither an http: nor an https: address; the load test's own engine speaks no other.`);
  const isSecure = protocol === 'https:';
  return {
    // A DNS lookup costs a thread each time, and our addresses are IPv4.
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port: Number(port || (isSecure ? 443 : 80)),
    name,
    // The loopback network has millions of addresses; to other machines there is only our own address.
    ...(isThisMachine(hostname) && { address }),
    ...(isSecure && { tls: { ...(trust !== undefined && { trust }) } }),
  };
};
