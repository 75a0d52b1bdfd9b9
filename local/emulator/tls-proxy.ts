import { connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { Certificate } from './certificate';

interface TlsProxy {
  readonly certificate: Certificate;
  readonly port: number;
  /** The port of the server without TLS. */
  readonly to: number;
  /** Answers a first message itself. `undefined` passes the message on to the server. */
  readonly answers?: (said: string) => string | undefined;
}

/** Adds TLS to a server of this machine that has none. Resolves with a function that stops it. */
export const startTlsProxy = async ({ certificate, port, to, answers }: TlsProxy): Promise<() => Promise<void>> => {
  const open = new Set<TLSSocket>();
  const server = createServer({ key: certificate.key, cert: certificate.certificate }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => {
      const answer = answers?.(first.toString('latin1'));
      if (answer !== undefined) {
        socket.end(answer);
        return;
      }
      const behind = connect(to, '127.0.0.1');
      behind.on('error', () => socket.destroy());
      socket.once('close', () => behind.destroy());
      behind.write(first);
      socket.pipe(behind).pipe(socket);
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
};

/**
 * ElastiCache's [configuration
 * endpoint](https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/AutoDiscovery.AddingToYourClientLibrary.html): it
 * lists the cluster's nodes. Here the only node is this server itself.
 */
export const answerAsConfigurationEndpoint =
  (port: number) =>
  (said: string): string | undefined => {
    if (said !== 'config get cluster\r\n') return undefined;
    const nodes = `1\n127.0.0.1|127.0.0.1|${port}\n`;
    return `CONFIG cluster 0 ${nodes.length}\r\n${nodes}\r\nEND\r\n`;
  };
