import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { readText } from '../read-text';

/**
 * How the answer of a service breaks off, after the service did what was asked. `no length`: the body ends where the connection ends, so
 * that half of it looks whole. `later`: the answer is whole, and the connection is closed while it rests, or while the next request is on
 * its way.
 */
export const breaks = [
  'closed',
  'reset',
  'half a head',
  'half a body',
  'half a chunk',
  'no length',
  'error cut off',
  'two answers',
  'later',
] as const;
export type Break = (typeof breaks)[number];

const settings = v.strictObject({ share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) });

/** Where tests set which share of the answers breaks off: `PATCH {"share": 0.1}`. The answer says how many did since the last `PATCH`. */
const path = '/local/broken-answers';
const maxSettingsBytes = 1024;
/** A connection that rests is closed within this time. */
const mostRestMs = 40;

const headOf = (status: string, ...lines: readonly string[]) =>
  [`HTTP/1.1 ${status}`, 'content-type: application/json', ...lines, '', ''].join('\r\n');

/** Makes an answer break off in this way when it ends. */
export const breakAnswer = (response: ServerResponse, how: Break): void => {
  const end = response.end.bind(response);
  const broken = (body?: unknown): ServerResponse => {
    const { socket } = response;
    const bytes = Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : '');
    if (how === 'later')
      return end(bytes, () => {
        setTimeout(() => socket?.destroy(), Math.random() * mostRestMs);
      });
    if (socket) cutOff(socket, bytes, how);
    return response;
  };
  // Node sends a head with the first bytes of its body, so nothing has left yet.
  response.end = broken as ServerResponse['end'];
};

const cutOff = (socket: NonNullable<ServerResponse['socket']>, bytes: Buffer, how: Exclude<Break, 'later'>) => {
  const length = `content-length: ${bytes.length}`;
  const half = bytes.toString('utf8', 0, Math.floor(bytes.length / 2));
  switch (how) {
    case 'closed':
      return socket.end();
    case 'reset':
      return socket.resetAndDestroy();
    case 'half a head':
      return socket.end(headOf('200 OK', length).slice(0, 30));
    case 'half a body':
      return socket.end(headOf('200 OK', length) + half);
    case 'half a chunk':
      return socket.end(`${headOf('200 OK', 'transfer-encoding: chunked')}${bytes.length.toString(16)}\r\n${half}`);
    case 'no length':
      return socket.end(headOf('200 OK', 'connection: close') + half);
    case 'error cut off':
      return socket.end(headOf('500 Internal Server Error', length) + half);
    case 'two answers': {
      const whole = headOf('200 OK', length) + bytes.toString();
      return socket.end(whole + whole);
    }
  }
};

/** The same service, with answers that break off when a test asks for it. `isSpared`: requests that are always answered. */
export const withBrokenAnswers = (
  serve: RequestListener,
  isSpared: (request: IncomingMessage) => boolean = () => false,
): RequestListener => {
  let share = 0;
  let broken = 0;

  const change = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readText(request, maxSettingsBytes, () => new Error('The body is too long.'));
    const read = v.safeParse(settings, JSON.parse(body));
    if (!read.success) throw new Error(read.issues.map(({ message }) => message).join(' '));
    const before = broken;
    share = read.output.share;
    broken = 0;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ broken: before }));
  };

  return (request, response) => {
    if (request.method === 'PATCH' && request.url === path) {
      change(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
      return;
    }
    if (Math.random() < share && !request.url?.startsWith('/local/') && !isSpared(request)) {
      broken += 1;
      breakAnswer(response, breaks[Math.floor(Math.random() * breaks.length)] ?? 'closed');
    }
    serve(request, response);
  };
};
