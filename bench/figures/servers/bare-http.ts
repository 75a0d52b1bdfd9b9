import { createServer, type Server, type Socket } from 'node:net';
import type { Answer } from '../../../local/gateway/answer';

/** One request without a body. `rawHeaders`: name, value, name, value, … as received. */
export interface BareRequest {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
}

const endOfHead = '\r\n\r\n';

/**
 * HTTP/1.1 on bare sockets, for requests without a body: Node's own server would use more of the core than the function that is
 * measured. A client sends the next request when it has the answer. Anything else ends the connection.
 */
export const bareHttp = (answer: (request: BareRequest) => Promise<Answer>): Server =>
  createServer({ noDelay: true }, (socket) => {
    let unread = '';
    let isAnswering = false;
    socket.setEncoding('latin1');
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      unread += bytes;
      const end = unread.indexOf(endOfHead);
      if (end < 0) return;
      if (isAnswering || end + endOfHead.length !== unread.length) return void socket.destroy();
      const head = unread.slice(0, end).split('\r\n');
      const [method = '', url = '/'] = head[0]?.split(' ') ?? [];
      const rawHeaders: string[] = [];
      for (let n = 1; n < head.length; n++) {
        const line = head[n] ?? '';
        const colon = line.indexOf(':');
        rawHeaders.push(line.slice(0, colon), line.slice(colon + 1).trim());
      }
      unread = '';
      isAnswering = true;
      answer({ method, url, rawHeaders, socket }).then(
        (answered) => {
          isAnswering = false;
          if (!socket.destroyed) socket.write(bytesOf(answered));
        },
        () => socket.destroy(),
      );
    });
  });

const bytesOf = ({ status, headers, body }: Answer): Buffer => {
  let head = `HTTP/1.1 ${status} \r\n`;
  for (const name of Object.keys(headers)) head += `${name}: ${headers[name]}\r\n`;
  head += `date: ${dateOf(Date.now())}\r\n${status === 304 ? '' : `content-length: ${body.length}\r\n`}\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  body.copy(bytes, head.length);
  return bytes;
};

let second = 0;
let date = '';

const dateOf = (now: number): string => {
  if (now - second >= 1_000) {
    second = now;
    date = new Date(now).toUTCString();
  }
  return date;
};
