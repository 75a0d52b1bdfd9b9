import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readText } from '../../local/read-text';

let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    readText(request, 1000, () => new Error('too long')).then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(413).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const post = async (body: string) => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', body });
  return [answer.status, await answer.text()];
};

test('a body comes as it was sent, also one cut in the middle of a letter', async () => {
  expect(await post('ü'.repeat(500))).toEqual([200, 'ü'.repeat(500)]);
});

test('a client that sends too much is told so, however much it is', async () => {
  expect(await post('x'.repeat(1001))).toEqual([413, 'too long']);
  expect(await post('x'.repeat(5_000_000))).toEqual([413, 'too long']);
});
