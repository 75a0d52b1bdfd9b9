import { createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const everyMs = 5;
const timeoutMs = 20_000;

const listenOn = (port: number, connected: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    connected(socket);
  });
  return new Promise<() => Promise<void>>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', 1024, () =>
      resolve(async () => {
        const closed = new Promise((done) => server.close(done));
        for (const socket of sockets) socket.destroy();
        await closed;
      }),
    );
  });
};

/**
 * Takes the port of a server that is just ending, before the supervisor starts it again, which then fails: so a server
 * stays away as long as wanted, or another program answers in its place. The result gives the port back.
 */
export const occupy = async (port: number, connected: (socket: Socket) => void): Promise<() => Promise<void>> => {
  for (const giveUp = Date.now() + timeoutMs; ; await setTimeout(everyMs)) {
    try {
      return await listenOn(port, connected);
    } catch (error) {
      if (Date.now() > giveUp) throw error;
    }
  }
};
