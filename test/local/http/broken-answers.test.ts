import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEndpoint } from '../../../lambdas/platform/calls/send-request';
import { type Break, breakAnswer, breaks, withBrokenAnswers } from '../../../local/http/broken-answers';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
const listen = async (server: Server) => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const ask = { method: 'POST', path: '/', headers: {}, body: '{}', withinMs: 5_000 } as const;
const whole = '{"MessageId":"m-1"}';

const expected: Readonly<Record<Break, string>> = {
  closed: 'ConnectionLost',
  reset: 'Unreachable',
  'half a head': 'ConnectionLost',
  'half a body': 'ConnectionLost',
  'half a chunk': 'ConnectionLost',
  'no length': '200 unreadable',
  'error cut off': 'ConnectionLost',
  'two answers': 'Unreachable',
  later: '200 {"MessageId":"m-1"}',
};

test.each(breaks)('a client sees an answer that breaks off (%s) as what it is', async (how) => {
  const url = await listen(
    createServer((_, response) => {
      breakAnswer(response, how);
      response.writeHead(200, { 'content-length': Buffer.byteLength(whole) }).end(whole);
    }),
  );
  const seen = await openEndpoint(new URL(url))(ask).then(
    ({ status, json, text }) => `${status} ${json === undefined ? 'unreadable' : text}`,
    (error: Error) => error.name,
  );
  expect(seen).toBe(expected[how]);
});

test('answers break off only when a test asks for it, in the share that it asks for, and never for requests that are spared', async () => {
  let asked = 0;
  const url = await listen(
    createServer(
      withBrokenAnswers(
        (_, response) => {
          asked += 1;
          // No connection is used again: one that rests may be about to break off.
          response.setHeader('connection', 'close').end(whole);
        },
        ({ headers }) => headers['x-spared'] === 'yes',
      ),
    ),
  );
  const send = openEndpoint(new URL(url));
  const setShare = async (share: unknown) => {
    const answer = await fetch(`${url}/local/broken-answers`, { method: 'PATCH', body: JSON.stringify({ share }) });
    return answer.ok ? answer.json() : answer.status;
  };
  expect((await send(ask)).text).toBe(whole);
  expect(await setShare(1)).toEqual({ broken: 0 });
  expect(await setShare(2)).toBe(400);
  await Promise.allSettled([send(ask), send(ask), send(ask)]);
  expect((await send({ ...ask, headers: { 'x-spared': 'yes' } })).text).toBe(whole);
  expect((await send({ ...ask, path: '/local/summary' })).text).toBe(whole);
  expect(await setShare(0)).toEqual({ broken: 3 });
  expect((await send(ask)).text).toBe(whole);
  expect(asked).toBe(7);
});
