import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { AnswerParser, type Incoming } from './answer-parser';

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

/** Where connections lead to. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** The session of the last TLS connection. With it the next handshake needs no certificate. */
  session: Buffer | undefined;
}

interface Events {
  /** It carries a request again. */
  readonly free: (connection: Connection) => void;
  readonly closed: (connection: Connection) => void;
}

interface Waiting {
  readonly resolve: (answer: Incoming) => void;
  readonly reject: (error: NoAnswer) => void;
}

/**
 * A service closes a connection that rests for about a minute. A sender never learns whether a request that it sends at that moment
 * arrives, and a mail that may have arrived is not sent again: it would be lost. So a connection that rested this long is not used
 * again.
 */
const maxRestMs = 15_000;

/** One HTTP/1.1 connection: one request at a time, written in one piece. It keeps no process alive while it rests. */
export class Connection {
  readonly #socket: Socket;
  readonly #parser: AnswerParser;
  readonly #on: Events;
  #waiting: Waiting | undefined;
  #failure: Error | undefined;
  /** Whether a request that is sent now may arrive. */
  isConnected = false;
  /** Until when it may be used again, in milliseconds since 1970. */
  #restsUntil = 0;

  constructor(endpoint: Endpoint, maxBytes: number, on: Events) {
    this.#on = on;
    this.#parser = new AnswerParser(maxBytes);
    const socket = open(endpoint);
    this.#socket = socket;
    socket.once(endpoint.isSecure ? 'secureConnect' : 'connect', () => {
      this.isConnected = true;
    });
    socket.on('data', (bytes) => this.#read(bytes));
    socket.once('end', () => this.#answered(this.#parser.end()));
    socket.on('error', (error) => {
      this.#failure ??= error;
    });
    socket.once('close', () => {
      // The service may refuse this session. With it, no later connection could be made either.
      if (!this.isConnected) endpoint.session = undefined;
      this.#take()?.reject(this.#noAnswer());
      on.closed(this);
    });
  }

  /**
   * Whether it can carry another request. A connection that is ending cannot, even before `closed` is called. Looks at the clock
   * and not at a timer: while Lambda freezes the process between two invocations, timers stand still, and nobody reads that the
   * service closed the connection.
   */
  isUsable(): boolean {
    return this.#isOpen && Date.now() < this.#restsUntil;
  }

  get #isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded;
  }

  /** Rejects when there is no answer. */
  send(head: string, body: string | Buffer): Promise<Incoming> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.ref();
      if (typeof body === 'string') this.#socket.write(head + body);
      else {
        this.#socket.cork();
        this.#socket.write(head);
        this.#socket.write(body);
        this.#socket.uncork();
      }
    });
  }

  close(why?: Error): void {
    this.#failure ??= why;
    this.#socket.destroy();
  }

  #read(bytes: Buffer) {
    try {
      // Bytes without a request. As part of the next answer they would be taken for the answer to another request.
      if (!this.#waiting) return this.close();
      this.#answered(this.#parser.push(bytes));
    } catch (error) {
      this.close(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #answered(answer: Incoming | undefined) {
    if (!answer) return;
    const waiting = this.#take();
    // An answer may come before the whole request has left. Its rest would be sent before the next request.
    const isSent = this.#socket.writableLength === 0;
    if (answer.isLast || !isSent || !this.#isOpen) this.close();
    else {
      this.#restsUntil = Date.now() + Math.min(maxRestMs, restOf(answer));
      this.#socket.unref();
      this.#on.free(this);
    }
    waiting?.resolve(answer);
  }

  #noAnswer(): NoAnswer {
    const why = this.#failure;
    if (why instanceof NoAnswer) return why;
    return why
      ? new NoAnswer('Unreachable', why.message, this.isConnected, why)
      : new NoAnswer('ConnectionLost', 'The connection ended before the answer.', this.isConnected);
  }

  #take(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

/** How long the service lets a connection rest, in milliseconds, less a second for the way: `Keep-Alive: timeout=5`. */
const restOf = (answer: Incoming): number => {
  const seconds = /\btimeout=(\d+)/.exec(answer.header('keep-alive') ?? '')?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : (Number(seconds) - 1) * 1_000;
};

const open = (endpoint: Endpoint): Socket => {
  const { host, port, isSecure, session } = endpoint;
  if (!isSecure) return connect({ host, port, noDelay: true, keepAlive: true });
  const socket = connectSecurely({
    host,
    port,
    ALPNProtocols: ['http/1.1'],
    // SNI allows no IP address.
    ...(isIP(host) === 0 && { servername: host }),
    ...(session && { session }),
  });
  socket.on('session', (made: Buffer) => {
    endpoint.session = made;
  });
  return socket.setNoDelay(true).setKeepAlive(true);
};
