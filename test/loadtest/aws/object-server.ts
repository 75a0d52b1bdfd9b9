import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a load test needs of S3: objects written whole and read by their key, over S3's own protocol. */
export const serveObjects = async () => {
  const objects = new Map<string, string>();
  const server = createServer((request, response) => {
    const key = decodeURIComponent(new URL(request.url ?? '/', 'http://s3').pathname.slice(1));
    if (request.method === 'GET') {
      const text = objects.get(key);
      if (text !== undefined) return void response.end(text);
      response.writeHead(404, { 'content-type': 'application/xml' });
      return void response.end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      objects.set(key, Buffer.concat(chunks).toString());
      response.setHeader('etag', '"1"').end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
};
