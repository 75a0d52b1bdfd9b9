import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';

/** Connections that wait to be accepted, for each listener: as many as Linux allows by default. */
const maxWaitingConnections = 4_096;

/**
 * Node accepts one connection for each listener in each turn of the event loop (libuv since 1.45:
 * https://github.com/libuv/libuv/pull/3696). A turn of a busy gateway takes 20 ms, so with one listener only 50 browsers
 * a second would get in.
 */
export const listenersOfCrowd = 128;

/** An HTTP server, Node's or ours. */
type Server = NetServer & { closeIdleConnections(): void };

interface Options {
  /** How many listeners the port has. The kernel divides new connections among them. Where it cannot, there is one. */
  readonly listeners?: number;
}

/**
 * Listens on the loopback interface. Resolves with a function that stops: it accepts no new connections and finishes
 * requests in progress.
 */
export const listen = async (
  server: Server,
  port: number,
  { listeners = 1 }: Options = {},
): Promise<() => Promise<void>> => {
  const reusePort = listeners > 1 && process.platform === 'linux';
  // With `reusePort`, another program that has the port would share it. So try without it first, which fails then.
  if (reusePort) await close(await open(createServer(), port, false));
  await open(server, port, reusePort);
  // The options are those that an HTTP server gives to its own sockets.
  const others = Array.from({ length: reusePort ? listeners - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  const { port: chosen } = server.address() as AddressInfo;
  await Promise.all(others.map((other) => open(other, chosen, reusePort)));
  return async () => {
    const closed = [server, ...others].map(close);
    server.closeIdleConnections();
    // Browsers keep idle connections open.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    await Promise.all(closed);
    clearInterval(idle);
  };
};

const open = <S extends NetServer>(server: S, port: number, reusePort: boolean): Promise<S> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', backlog: maxWaitingConnections, reusePort }, () => resolve(server));
  });

const close = (server: NetServer): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
