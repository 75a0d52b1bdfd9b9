import type { Server } from 'node:http';

/** Connections that wait to be accepted: as many as Linux allows by default. One that finds no room is reset after some seconds. */
const maxWaitingConnections = 4_096;

/**
 * Listens on the loopback interface. Resolves with a function that stops: it accepts no new connections and finishes
 * requests in progress.
 */
export const listen = async (server: Server, port: number): Promise<() => Promise<void>> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', maxWaitingConnections, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      // Browsers keep idle connections open.
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      server.once('close', () => clearInterval(idle));
      server.closeIdleConnections();
    });
};
