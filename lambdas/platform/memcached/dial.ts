import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { MemcachedError } from './memcached';
import type { Traffic } from './traffic';

export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

export interface NodeOptions {
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  /** Instead of both: for the first discovery, and for the first connection to a node with the first answer on it. */
  readonly firstTimeoutMs: number;
  readonly traffic: Traffic;
  /** Absent: plain TCP. */
  readonly tls?: { readonly ca?: string };
}

export const nameOf = ({ host, port }: NodeAddress): string => `memcached ${host}:${port}`;

/** A connected socket, after the TLS handshake if there is one. Throws MemcachedError of kind `connection`. */
export const dial = (
  address: NodeAddress,
  { connectTimeoutMs, tls }: Pick<NodeOptions, 'connectTimeoutMs' | 'tls'>,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { host, port } = address;
    const socket = tls
      ? connectTls({ host, port, ...tls, ...(isIP(host) ? {} : { servername: host }) })
      : connectTcp({ host, port });
    let connected = false;
    const fail = (why: string, cause?: Error) => {
      clearTimeout(late);
      socket.destroy();
      reject(new MemcachedError('connection', `${nameOf(address)} cannot be reached: ${why}`, { cause }));
    };
    // Not at once: if our own process was stopped, the connection may be there already, and is seen before an immediate
    // runs.
    const giveUp = () => setImmediate(() => !connected && fail(`no connection within ${connectTimeoutMs} ms`));
    const late = setTimeout(giveUp, connectTimeoutMs);
    // Stays for the life of the socket: after an error comes `close`, to which all others listen.
    socket.on('error', (error) => fail(error.message, error));
    socket.once('close', () => fail('it closed the connection'));
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      connected = true;
      clearTimeout(late);
      resolve(socket.setNoDelay(true).setKeepAlive(true, 10_000));
    });
  });
