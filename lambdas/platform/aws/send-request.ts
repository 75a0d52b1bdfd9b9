import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** A request that got no answer. */
export class NoAnswer extends Error {
  override readonly name: 'TimeoutError' | 'ConnectionLost' | 'Unreachable';
  /** False: no connection was made, so the request certainly did not arrive. */
  readonly mayHaveArrived: boolean;

  constructor(name: NoAnswer['name'], message: string, mayHaveArrived: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = name;
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** In milliseconds: for the whole request, and for its connection. Default of the latter: the same. */
  readonly withinMs: number;
  readonly connectWithinMs?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Undefined: the answer is not JSON, so it came not from AWS but from a proxy on the way. */
  readonly json: unknown;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Sends a request once. Throws NoAnswer. */
export type Send = (request: Request) => Promise<Answer>;

/** Sends to one service of AWS over connections that are kept alive. */
export const openEndpoint = ({ protocol, hostname, port }: URL): Send => {
  const secure = protocol === 'https:';
  const agent = secure ? agents.https : agents.http;
  const send = secure ? requestHttps : requestHttp;
  const host = hostname.replace(/^\[|\]$/g, '');

  return ({ method, path, headers, body, withinMs, connectWithinMs = withinMs }) =>
    new Promise((resolve, reject) => {
      closeRested(agent);
      let isConnected = false;
      let isAnswered = false;
      const giveUp = (message: string) => outgoing.destroy(new NoAnswer('TimeoutError', message, isConnected));
      const length = { 'content-length': Buffer.byteLength(body) };
      const options = { hostname: host, port, method, path, agent, headers: { ...headers, ...length } };
      const outgoing = send(options, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', (error) => outgoing.destroy(error));
        incoming.on('end', () => {
          isAnswered = true;
          const { statusCode: status = 0, headers: received } = incoming;
          resolve(answerOf(status, received, Buffer.concat(chunks)));
        });
      });
      outgoing.on('socket', (socket) => {
        const connected = () => {
          isConnected = true;
        };
        if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', connected);
        else connected();
      });
      // For the whole request: a socket timeout would start again with every byte.
      const whole = setTimeout(
        () => giveUp(`There was no answer within ${Math.round(withinMs)} ms.`),
        Math.max(0, withinMs),
      );
      const connecting =
        connectWithinMs < withinMs &&
        setTimeout(() => {
          if (!isConnected) giveUp(`There was no connection within ${connectWithinMs} ms.`);
        }, connectWithinMs);
      outgoing.on('error', (error) =>
        reject(error instanceof NoAnswer ? error : new NoAnswer('Unreachable', error.message, isConnected, error)),
      );
      outgoing.on('close', () => {
        clearTimeout(whole);
        if (connecting) clearTimeout(connecting);
        if (!isAnswered) reject(new NoAnswer('ConnectionLost', 'The connection ended before the answer.', isConnected));
      });
      outgoing.end(body);
    });
};

/** Since when a connection rests, in milliseconds since 1970. */
const restsSince = new WeakMap<object, number>();

const notingRest = <T extends HttpAgent>(agent: T): T => {
  agent.on('free', (socket: object) => restsSince.set(socket, Date.now()));
  return agent;
};

/** One set of keep-alive connections for all services that the process calls. */
const agents = {
  http: notingRest(new HttpAgent({ keepAlive: true })),
  https: notingRest(new HttpsAgent({ keepAlive: true })),
};

/**
 * A service closes a connection that rests for about a minute. Who sends at that moment never knows whether it arrived, and a mail
 * is not sent twice: it would be lost. So a connection that rested this long is not used again.
 */
const maxRestMs = 15_000;

/**
 * Not by a timer: while Lambda freezes the process between two invocations, timers stand still and nobody reads that the
 * service closed the connection.
 */
const closeRested = ({ freeSockets }: HttpAgent): void => {
  const oldest = Date.now() - maxRestMs;
  for (const sockets of Object.values(freeSockets))
    for (const socket of sockets ?? []) {
      // In the order in which they began to rest.
      if ((restsSince.get(socket) ?? 0) > oldest) break;
      socket.destroy();
    }
};

/** Text and JSON are made when somebody reads them: an answer may be a picture. */
const answerOf = (status: number, headers: Answer['headers'], bytes: Buffer): Answer => ({
  status,
  headers,
  bytes,
  get text() {
    return bytes.toString();
  },
  get json() {
    return parsed(bytes.toString());
  },
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
