import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { listen } from '../../local/listen';

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));
const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port;

test('a crowd that connects at once is let in within few turns of the event loop', async () => {
  const server = createServer((_request, response) => response.end('in'));
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const stop = await listen(server, 0, { listeners: 64 });
  const crowd: Socket[] = Array.from({ length: 200 }, () => connect(portOf(server), '127.0.0.1'));
  let turns = 0;
  while (accepted < crowd.length) {
    await turnOfTheLoop();
    turns += 1;
  }
  for (const socket of crowd) socket.destroy();
  await stop();
  // One listener needs a turn for each of them.
  expect(turns).toBeLessThan(100);
});

test('whichever listener lets a browser in, its requests are answered, and stopping ends its connection', async () => {
  const server = createServer((_request, response) => response.end('in'));
  const stop = await listen(server, 0, { listeners: 8 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const [response] = await once(get({ port: portOf(server), host: '127.0.0.1', agent: false }), 'response');
      return response.resume().statusCode;
    }),
  );
  expect(answers).toEqual(Array(40).fill(200));
  const idle = connect(portOf(server), '127.0.0.1');
  idle.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await once(idle, 'data');
  const ended = once(idle, 'close');
  await stop();
  await ended;
});

test('a port that another program has is refused', async () => {
  const [first, second] = [createServer(), createServer()];
  const stop = await listen(first, 0, { listeners: 8 });
  await expect(listen(second, portOf(first), { listeners: 8 })).rejects.toThrow('EADDRINUSE');
  await stop();
});
