import type { Incoming } from './answer-parser';
import { Connection, type Endpoint, NoAnswer } from './connection';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Without Content-Length; Host is added where it is missing. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Milliseconds for the whole request, and for its connection. Default of the latter: the same. */
  readonly withinMs: number;
  readonly connectWithinMs?: number;
  /** Gives the request up when it is aborted, as `withinMs` does: NoAnswer with the name TimeoutError. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** The first header of this name, which is in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Undefined: the answer is not JSON, so it came not from the service but from a proxy on the way. */
  readonly json: unknown;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Sends a request once. Throws NoAnswer; the reason of a signal that was aborted before; TypeError for what HTTP cannot carry. */
export type Send = (request: Request) => Promise<Answer>;

/** Files of a bucket have some ten megabytes, and nothing else has more. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** The free connections of one service. All that call it share them. */
interface Origin {
  readonly endpoint: Endpoint;
  /** In the order in which they began to rest: the last one is used first. */
  readonly free: Connection[];
}

const origins = new Map<string, Origin>();

/**
 * Sends to one service over connections that are kept alive. By hand on sockets, which takes a third of the processor time that
 * `node:http` takes: docs/decisions/128-calls-on-bare-sockets.md. Tests hold it to servers of `node:http`.
 */
export const openEndpoint = ({ protocol, hostname, port, host, origin }: URL): Send => {
  const isSecure = protocol === 'https:';
  const known = origins.get(origin) ?? {
    endpoint: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (isSecure ? 443 : 80)),
      isSecure,
      session: undefined,
    },
    free: [],
  };
  origins.set(origin, known);

  return async (request) => {
    const { body = '', withinMs, connectWithinMs = withinMs, signal } = request;
    signal?.throwIfAborted();
    const head = headOf(request, host);
    const connection = takeFree(known) ?? connect(known);
    const giveUp = (message: string) => connection.close(new NoAnswer('TimeoutError', message, connection.isConnected));
    // For the whole request: a socket timeout would start again with every byte.
    const whole = setTimeout(
      () => giveUp(`There was no answer within ${Math.round(withinMs)} ms.`),
      Math.max(0, withinMs),
    );
    const connecting =
      connectWithinMs < withinMs && !connection.isConnected
        ? setTimeout(() => {
            if (!connection.isConnected) giveUp(`There was no connection within ${connectWithinMs} ms.`);
          }, connectWithinMs)
        : undefined;
    const aborted = () => giveUp('The caller gave up.');
    signal?.addEventListener('abort', aborted, { once: true });
    try {
      return answerOf(await connection.send(head, body));
    } finally {
      signal?.removeEventListener('abort', aborted);
      clearTimeout(whole);
      if (connecting) clearTimeout(connecting);
    }
  };
};

const connect = ({ endpoint, free }: Origin): Connection =>
  new Connection(endpoint, maxAnswerBytes, {
    free: (one) => void free.push(one),
    closed: (one) => {
      const at = free.indexOf(one);
      if (at >= 0) free.splice(at, 1);
    },
  });

/** Takes a free connection, and closes all that rested for too long: after a burst they would stay open until their service closes them. */
const takeFree = ({ free }: Origin): Connection | undefined => {
  while (free[0] && !free[0].isUsable()) free.shift()?.close();
  for (;;) {
    const last = free.pop();
    if (!last || last.isUsable()) return last;
    last.close();
  }
};

/** What may stand in a request's first line, and in a header. A line break would begin another header. */
const [inPath, inHeader] = [/^\/[\x21-\x7e]*$/, /^[\t\x20-\x7e]*$/];

const headOf = ({ method, path, headers, body }: Request, host: string): string => {
  if (!inPath.test(path)) throw new TypeError(`A path has a sign that must be escaped: ${JSON.stringify(path)}`);
  let text = `${method} ${path} HTTP/1.1\r\n`;
  if (headers.host === undefined) text += `host: ${host}\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!inHeader.test(value)) throw new TypeError(`The header ${name} has a sign that is not ASCII.`);
    text += `${name}: ${value}\r\n`;
  }
  return body === undefined ? `${text}\r\n` : `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
};

/** Text and JSON are made when somebody reads them: an answer may be a picture. */
const answerOf = (answer: Incoming): Answer => ({
  status: answer.status,
  header: (name) => answer.header(name),
  bytes: answer.body,
  get text() {
    return answer.body.toString();
  },
  get json() {
    return parsed(answer.body.toString());
  },
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
