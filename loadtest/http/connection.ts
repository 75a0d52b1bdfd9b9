import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { AnswerParser, type Incoming } from '../../lambdas/platform/calls/answer-parser';
import { type Outgoing, silenceMs } from './engine';

export interface Traffic {
  sent: number;
  received: number;
  connections: number;
}

export interface Target {
  readonly host: string;
  readonly port: number;
  /** The value of the Host header. */
  readonly name: string;
  /** The local address to connect from. Absent: the machine's own choice. */
  readonly address?: string;
  /** TLS, with certificates checked. `trust`: the only certificates to trust, as PEM. */
  readonly tls?: { readonly trust?: string };
}

/**
 * HTTP's own ping ([RFC 9110, 9.3.7](https://www.rfc-editor.org/rfc/rfc9110#section-9.3.7)). Any answer proves that the
 * connection is served.
 */
const ping: Outgoing = { method: 'OPTIONS', path: '*', headers: {} };

/**
 * A browser keeps a connection for minutes. Less than the 65 s after which our gateway closes one, so that no request meets a
 * connection that is being closed.
 */
const idleMs = 60_000;

interface Events {
  /** An answer is complete; the next request may be sent. */
  readonly free: (connection: Connection) => void;
  /** `why`: absent when the connection ended normally, after an answer. */
  readonly closed: (connection: Connection, why?: Error) => void;
}

interface Waiting {
  readonly resolve: (answer: Incoming) => void;
  readonly reject: (error: Error) => void;
}

/** One HTTP/1.1 connection: one request at a time, written in one piece. */
export class Connection {
  readonly #target: Target;
  readonly #traffic: Traffic;
  readonly #onFree: (connection: Connection) => void;
  readonly #socket: Socket;
  readonly #parser = new AnswerParser();
  #waiting: Waiting | undefined;
  #failure: Error | undefined;

  constructor(target: Target, traffic: Traffic, on: Events) {
    this.#target = target;
    this.#traffic = traffic;
    this.#onFree = on.free;
    const socket = open(target);
    this.#socket = socket;
    traffic.connections++;
    socket.setTimeout(silenceMs, () =>
      this.close(this.#waiting && new Error(`no answer within ${silenceMs / 1000} s`)),
    );
    socket.on('data', (bytes) => this.#read(bytes));
    socket.once('end', () => this.#answered(this.#parser.end()));
    socket.once('error', (error) => {
      this.#failure ??= error;
    });
    socket.once('close', () => {
      const waiting = this.#take();
      const why = this.#failure ?? (waiting && new Error('the connection was closed before the answer came'));
      if (why) waiting?.reject(why);
      on.closed(this, why);
    });
  }

  /** Whether it can carry another request. A connection that is ending cannot, even before `closed` is called. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded;
  }

  send({ method, path, headers, body }: Outgoing): Promise<Incoming> {
    let text = `${method} ${path} HTTP/1.1\r\nhost: ${this.#target.name}\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    text += body === undefined ? '\r\n' : `content-length: ${length}\r\n\r\n`;
    this.#traffic.sent += text.length + length;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.setTimeout(silenceMs);
      this.#socket.write(text + (body ?? ''));
    });
  }

  /**
   * Resolves once the connection is certainly served and free for a request. With TLS the handshake is proof enough,
   * and CloudFront refuses the ping. Rejects when the connection is not served.
   */
  prove(): Promise<unknown> {
    if (!this.#target.tls) return this.send(ping);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.once('secureConnect', () => {
        this.#take();
        this.#onFree(this);
        resolve(undefined);
      });
    });
  }

  close(why?: Error): void {
    this.#failure ??= why;
    this.#socket.destroy();
  }

  #read(bytes: Buffer) {
    this.#traffic.received += bytes.length;
    try {
      this.#answered(this.#parser.push(bytes));
    } catch (error) {
      this.close(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #answered(answer: Incoming | undefined) {
    if (!answer) return;
    const waiting = this.#take();
    this.#socket.setTimeout(idleMs);
    // The server closes the connection, or sends an answer without a request: another request would be lost.
    if (!waiting || answer.isLast || !this.isOpen) this.close();
    else this.#onFree(this);
    waiting?.resolve(answer);
  }

  #take(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

const open = ({ host, port, address, tls }: Target): Socket => {
  const where = { host, port, ...(address !== undefined && { localAddress: address }) };
  if (!tls) return connect({ ...where, noDelay: true });
  const socket = connectSecurely({
    ...where,
    ALPNProtocols: ['http/1.1'],
    // SNI allows no IP address.
    ...(isIP(host) === 0 && { servername: host }),
    ...(tls.trust !== undefined && { ca: tls.trust }),
  });
  return socket.setNoDelay(true);
};
