import { STATUS_CODES } from 'node:http';
import { Server, type Socket } from 'node:net';
import { BodyReader } from './body-reader';
import { framingOf, type RequestHead, readHead } from './read-head';

export interface HttpRequest extends RequestHead {
  readonly socket: Socket;
  /** Undefined: it is longer than the limit. Rejects when the client hangs up. */
  body(): Promise<Buffer | undefined>;
}

export interface HttpAnswer {
  readonly status: number;
  /** The lines of its headers, each with its CRLF. */
  readonly head: string;
  readonly body?: Buffer | undefined;
  /** Whether the connection ends after this answer. */
  readonly isLast?: boolean | undefined;
}

interface Options {
  /** Never rejects. */
  readonly answer: (request: HttpRequest) => Promise<HttpAnswer>;
  /** The answer to bytes that are no request, or to a request that does not become complete. `status`: 400, 408 or 431. */
  readonly refusal: (status: number) => HttpAnswer;
  readonly maxHeadBytes: number;
  /** Above this, a body is not kept, and `HttpRequest.body` is undefined. */
  readonly maxBodyBytes: number;
  /** Milliseconds for which a connection may rest between requests. */
  readonly idleMs: number;
  /** Milliseconds within which a request must be complete. */
  readonly requestMs: number;
}

/** How often the deadlines of all connections are checked, so that no request needs a timer. */
const checkDeadlinesMs = 1_000;
/** For so long bytes are read after the last answer. Closing while they arrive would reset the connection before the answer is read. */
const lingerMs = 2_000;
/** Bytes of further requests that are kept while one is being answered. Above this the socket is paused. */
const maxWaitingBytes = 65_536;
/** Up to so many bytes, a body is sent in one text with its head: copying it is cheaper than a second write. */
const oneWriteBytes = 16_384;

const nothing = Buffer.alloc(0);
const endOfHead = '\r\n\r\n';

/**
 * HTTP/1.1 on bare sockets, which takes half the CPU of `node:http`. A connection has one request at a time: the next one is read when the
 * one before is answered. A request that is malformed, or can be read in two ways, is refused, and its connection ends.
 */
export class HttpServer extends Server {
  readonly #connections = new Set<Connection>();
  #deadlineChecks: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    super({ allowHalfOpen: true, noDelay: true });
    // By this event also other listeners hand their connections on.
    this.on('connection', (socket) => {
      const connection = new Connection(socket, options);
      this.#connections.add(connection);
      socket.once('close', () => this.#connections.delete(connection));
    });
    this.on('listening', () => {
      this.#deadlineChecks = setInterval(() => this.#checkDeadlines(), checkDeadlinesMs).unref();
    });
    this.on('close', () => clearInterval(this.#deadlineChecks));
  }

  override close(closed?: (error?: Error) => void): this {
    super.close(closed);
    this.closeIdleConnections();
    return this;
  }

  closeIdleConnections(): void {
    for (const connection of this.#connections) connection.closeIfIdle();
  }

  closeAllConnections(): void {
    for (const connection of this.#connections) connection.close();
  }

  #checkDeadlines(): void {
    const now = performance.now();
    for (const connection of this.#connections) connection.checkDeadline(now);
  }
}

class Connection {
  readonly #socket: Socket;
  readonly #options: Options;
  #unread: Buffer = nothing;
  /** Of the request that is being read. */
  #body: BodyReader | undefined;
  #isAnswering = false;
  #isEnding = false;
  /** By `performance.now()`: until then the next request must begin, or the present one must be complete. */
  #deadline: number;

  constructor(socket: Socket, options: Options) {
    this.#socket = socket;
    this.#options = options;
    this.#deadline = performance.now() + options.idleMs;
    socket.on('data', (bytes) => this.#read(bytes));
    // `close` follows, and nobody needs the reason.
    socket.on('error', () => undefined);
    socket.once('end', () => socket.end());
    socket.once('close', () => this.#body?.fail(new Error('The client hung up.')));
  }

  get #isIdle(): boolean {
    return !this.#isAnswering && !this.#body && this.#unread.length === 0;
  }

  close(): void {
    this.#socket.destroy();
  }

  closeIfIdle(): void {
    if (this.#isIdle) this.close();
  }

  checkDeadline(now: number): void {
    if (now < this.#deadline || this.#isEnding) return;
    if (this.#isIdle) this.close();
    else if (this.#body || !this.#isAnswering) this.#refuse(408);
  }

  #read(bytes: Buffer): void {
    if (this.#isEnding) return;
    if (this.#isIdle) this.#deadline = performance.now() + this.#options.requestMs;
    this.#unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, bytes]) : bytes;
    this.#readRequests();
  }

  #readRequests(): void {
    while (!this.#isEnding && this.#unread.length > 0) {
      if (this.#body) this.#readBody(this.#body);
      else if (this.#isAnswering) {
        if (this.#unread.length > maxWaitingBytes) this.#socket.pause();
        return;
      } else if (!this.#readHead()) return;
    }
  }

  /** False: more bytes are needed. */
  #readHead(): boolean {
    const { maxHeadBytes } = this.#options;
    const bytes = this.#unread;
    let start = 0;
    // Empty lines before a request are allowed (https://www.rfc-editor.org/rfc/rfc9112#section-2.2).
    while (bytes[start] === 0x0d && bytes[start + 1] === 0x0a) start += 2;
    const end = bytes.indexOf(endOfHead, start);
    if ((end < 0 ? bytes.length : end) - start > maxHeadBytes) return this.#refuse(431);
    if (end < 0) return mayBegin(bytes.toString('latin1', start, start + 8)) ? false : this.#refuse(400);
    const head = readHead(bytes.toString('latin1', start, end));
    const framing = head && framingOf(head);
    if (!head || framing === undefined) return this.#refuse(400);
    this.#unread = bytes.subarray(end + endOfHead.length);
    this.#begin(head, framing);
    return true;
  }

  #begin(head: RequestHead, framing: number | 'chunked'): void {
    const socket = this.#socket;
    const body = framing === 0 ? undefined : new BodyReader(framing, this.#options.maxBodyBytes);
    this.#body = body;
    this.#isAnswering = true;
    if (body && head.headers.expect?.toLowerCase() === '100-continue') socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    const isLast = head.httpVersion === '1.0' || /\bclose\b/i.test(head.headers.connection ?? '');
    this.#options.answer({ ...head, socket, body: async () => (body ? body.whole : nothing) }).then(
      (answer) => this.#send(answer, isLast || answer.isLast === true),
      () => socket.destroy(),
    );
  }

  #readBody(body: BodyReader): void {
    try {
      const rest = body.push(this.#unread);
      this.#unread = rest ?? nothing;
      if (rest) this.#body = undefined;
    } catch (error) {
      body.fail(error instanceof Error ? error : new Error(String(error)));
      this.#refuse(400);
    }
  }

  #send({ status, head, body }: HttpAnswer, isLast: boolean): void {
    const socket = this.#socket;
    if (this.#isEnding || !socket.writable) return;
    const ending = isLast ? 'connection: close\r\n\r\n' : '\r\n';
    const text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}date: ${dateNow()}\r\n${ending}`;
    let isSent: boolean;
    if (!body || body.length <= oneWriteBytes)
      isSent = socket.write(body ? text + body.toString('latin1') : text, 'latin1');
    else {
      socket.cork();
      socket.write(text, 'latin1');
      isSent = socket.write(body);
      socket.uncork();
    }
    this.#body?.discard();
    if (isLast) this.#end();
    else if (isSent) this.#awaitNext();
    else socket.once('drain', () => this.#awaitNext());
  }

  #awaitNext(): void {
    this.#isAnswering = false;
    this.#deadline = performance.now() + (this.#isIdle ? this.#options.idleMs : this.#options.requestMs);
    if (this.#socket.isPaused()) this.#socket.resume();
    this.#readRequests();
  }

  #refuse(status: number): false {
    this.#send(this.#options.refusal(status), true);
    return false;
  }

  #end(): void {
    this.#isEnding = true;
    this.#unread = nothing;
    this.#socket.end();
    const close = setTimeout(() => this.#socket.destroy(), lingerMs);
    this.#socket.once('close', () => clearTimeout(close));
  }
}

/** Whether a request may begin with this text. Otherwise a client that speaks no HTTP would wait for an answer. */
const mayBegin = (text: string): boolean => /^[A-Z-]*(?: |$)/.test(text);

let second = { until: 0, text: '' };

const dateNow = (): string => {
  const now = Date.now();
  if (now >= second.until) second = { until: now - (now % 1_000) + 1_000, text: new Date(now).toUTCString() };
  return second.text;
};
