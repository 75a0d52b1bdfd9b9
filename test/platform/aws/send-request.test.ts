import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { openEndpoint } from '../../../lambdas/platform/aws/send-request';

const open = new Set<Socket>();

/** Answers the first request of each connection. At the second it has just closed the connection, as a service does after a minute. */
const closesAfterOne = (): Server =>
  createServer((socket: Socket) => {
    let asked = 0;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      asked += 1;
      if (asked > 1) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });

const server = closesAfterOne();
const ask = { method: 'POST', path: '/', headers: {}, body: '{}', withinMs: 2000 } as const;
let send: ReturnType<typeof openEndpoint>;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  send = openEndpoint(new URL(`http://127.0.0.1:${port}`));
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});
afterEach(() => jest.restoreAllMocks());

const restFor = (ms: number) => {
  const now = Date.now() + ms;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
};

test('a connection is used again at once', async () => {
  await send(ask);
  await expect(send(ask)).rejects.toMatchObject({ name: 'Unreachable', mayHaveArrived: true });
});

test('a connection that rested for long is not: its service may have closed it, and nobody would know whether a mail left', async () => {
  await send(ask);
  restFor(15_001);
  expect(await send(ask)).toMatchObject({ status: 200 });
});
