import { createServer, type ServerResponse } from 'node:http';

/**
 * The plainest server that pushes: each subscriber has an open response, and a message is written to all of them. It keeps
 * nothing, as most such servers do: who is not connected misses the message.
 */
const subscribers = new Set<ServerResponse>();
let number = 0;

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      number = Number(request.url?.slice(1));
      const event = `id: ${number}\ndata: ${Buffer.concat(parts).toString()}\n\n`;
      for (const subscriber of subscribers) subscriber.write(event);
      response.writeHead(204).end();
    });
    return;
  }
  if (request.url === '/cpu') {
    const { user, system } = process.cpuUsage();
    const { rss } = process.memoryUsage();
    response.end(JSON.stringify({ cpuSeconds: (user + system) / 1e6, megabytes: rss / 1e6, open: subscribers.size }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  subscribers.add(response);
  response.on('close', () => subscribers.delete(response));
});
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 16_384 }, () => process.send?.('ready'));
