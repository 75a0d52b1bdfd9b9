import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultOf, isPublic, postPublicly } from '../../lambdas/platform/post-publicly';

let server: Server | undefined;
const listen = async (answer: RequestListener) => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'no address',
])('%s is not public', (address) => expect(isPublic(address)).toBe(false));

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) =>
  expect(isPublic(address)).toBe(true),
);

test.each([
  'http://example.com/',
  'https://example.com:8443/',
  'https://user@example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://localhost/',
  'https://db.internal/',
  'https://printer.local/',
  'https://a.localhost./',
  'https://localhost./',
  'https://intranet./',
])('%s is refused before a name is looked up', async (url) => {
  expect(faultOf(new URL(url))).toBeDefined();
  const resolve = jest.fn();
  await expect(postPublicly({ allowed: new Set(), resolve })(url, {}, '')).rejects.toThrow('The address');
  expect(resolve).not.toHaveBeenCalled();
});

test('a name that leads to a private address is refused, also when it has a public one besides', async () => {
  const resolve = async () => [
    { address: '1.1.1.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ];
  const post = postPublicly({ allowed: new Set(), resolve });
  await expect(post('https://hooks.example.com/', {}, '')).rejects.toThrow('leads to a private address');
});

test('the connection goes to the address that was checked, whatever the name means a moment later', async () => {
  const host = await listen((_, response) => void response.end('taken'));
  const [, port = ''] = host.split(':');
  const url = `http://name.example:${port}/`;
  const post = postPublicly({
    allowed: new Set([`name.example:${port}`]),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  // The name does not exist, so a second look-up would fail.
  expect(await post(url, {}, 'x')).toEqual({ status: 200, answer: 'taken' });
});

test('a redirect is an answer and is not followed', async () => {
  let asked = 0;
  const host = await listen((_, response) => {
    asked += 1;
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  });
  const post = postPublicly({ allowed: new Set([host]) });
  expect(await post(`http://${host}/`, {}, '')).toMatchObject({ status: 302 });
  expect(asked).toBe(1);
});

test('an answer that wants another protocol is an answer', async () => {
  const host = await listen(({ socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  expect(await postPublicly({ allowed: new Set([host]) })(`http://${host}/`, {}, '')).toMatchObject({ status: 101 });
});

test('of an endless answer the first kilobyte is kept, and an answer that drips is given up', async () => {
  const host = await listen((request, response) => {
    if (request.url === '/endless') {
      const more = () => response.write('a'.repeat(600)) && setImmediate(more);
      response.on('drain', more);
      more();
    } else response.write('.');
  });
  const post = postPublicly({ allowed: new Set([host]), timeoutMs: 300 });
  const { answer } = await post(`http://${host}/endless`, {}, '');
  expect(answer).toHaveLength(1024);
  await expect(post(`http://${host}/drip`, {}, '')).rejects.toThrow();
});

test('when it is asked to wait, it says for how long', async () => {
  const host = await listen((_, response) => void response.writeHead(503, { 'retry-after': '120' }).end());
  expect(await postPublicly({ allowed: new Set([host]) })(`http://${host}/`, {}, '')).toMatchObject({
    retryAfter: 120,
  });
});
