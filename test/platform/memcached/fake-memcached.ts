import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface FakeMemcached {
  readonly url: string;
  readonly port: number;
  readonly connections: readonly Socket[];
  stop(): Promise<void>;
}

/** A server that answers what a test says. It answers the client's first no-op by itself. */
export const fakeMemcached = async (answer: (line: string, socket: Socket) => unknown): Promise<FakeMemcached> => {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => {});
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === 'mn') socket.write('MN\r\n');
        else answer(line, socket);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `memcached://127.0.0.1:${port}`,
    port,
    connections,
    stop: async () => {
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** The opaque of a request, to answer it with. */
export const opaqueOf = (line: string): string => / (O\w+)/.exec(line)?.[1] ?? '';
