import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';

/** A server for one test. It is closed after the test with all its connections, and counts its requests. */
export const serve = async (
  listener: RequestListener,
): Promise<{ readonly url: string; readonly requests: () => number }> => {
  let requests = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    // The load test's ping is not counted.
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    requests++;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${portOf(server.address())}`, requests: () => requests };
};

/** The same at the level of sockets. */
export const serveSockets = async (listener: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    // A connection that a test breaks off is expected.
    socket.on('error', () => undefined);
    listener(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${portOf(server.address())}`;
};

const portOf = (address: AddressInfo | string | null): number =>
  address !== null && typeof address === 'object' ? address.port : 0;

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});
