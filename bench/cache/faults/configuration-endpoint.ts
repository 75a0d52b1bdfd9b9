import { once } from 'node:events';
import { createServer } from 'node:net';

export interface ConfigurationEndpoint {
  readonly url: string;
  /** Makes these nodes the cluster from now on. */
  name(ports: readonly number[]): void;
  close(): void;
}

/**
 * The configuration endpoint that ElastiCache puts in front of a cluster. It answers one question: which nodes there
 * are.
 */
export const configurationEndpoint = async (ports: readonly number[]): Promise<ConfigurationEndpoint> => {
  let version = 1;
  let nodes = ports;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      const list = `${version}\n${nodes.map((port) => `|127.0.0.1|${port}`).join(' ')}\n`;
      socket.write(`CONFIG cluster 0 ${list.length}\r\n${list}\r\nEND\r\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the configuration endpoint has no port');
  return {
    url: `memcached://127.0.0.1:${address.port}?discovery=on`,
    name: (others) => {
      version += 1;
      nodes = others;
    },
    close: () => void server.close(),
  };
};
