import type { Socket } from 'node:net';
import { MemcachedError } from './memcached';
import { type Reply, ReplyReader } from './reply-reader';
import type { Traffic } from './traffic';
import { Write } from './write';

/** A command without opaque and line end, and the value that follows it. */
export interface Command {
  readonly line: string;
  /** A string must be ASCII. */
  readonly value?: Buffer | string;
}

interface PendingRequest {
  readonly opaque: number;
  readonly write: Write;
  read(reply: Reply): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface PipelineOptions {
  readonly node: string;
  readonly timeoutMs: number;
  readonly traffic: Traffic;
  /** Called once, with the reason. */
  readonly onEnd: (error: MemcachedError) => void;
}

/** Made once and used in turn. If replies are shifted by fewer than this number, the first one already shows it. */
const lineEnds = Array.from({ length: 1024 }, (_, opaque) => ` O${opaque}\r\n`);
const ignoreReply = () => undefined;

/**
 * The requests on one socket. They are sent in one write per turn of the event loop and answered in order. Anything
 * that could pair a reply with the wrong request (a time-out, an unexpected opaque, unexpected bytes) destroys the
 * socket and fails all requests on it. So no request ever gets another's reply.
 */
export class Pipeline {
  readonly #socket: Socket;
  readonly #options: PipelineOptions;
  readonly #reader = new ReplyReader();
  #pending: PendingRequest[] = [];
  #next = 0;
  #sent = 0;
  #write = new Write();
  #flushing = false;
  #clock: NodeJS.Timeout | undefined;
  #received = 0;
  /**
   * The oldest request, once it was found late: since when, and how many bytes had been received when it was last
   * checked. It names its request, because the next one that is late gets the same time.
   */
  #late: { readonly request: PendingRequest; readonly from: number; readonly received: number } | undefined;
  #broken: MemcachedError | undefined;
  #timeoutMs: number;

  constructor(socket: Socket, options: PipelineOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#timeoutMs = options.timeoutMs;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.once('close', () => this.destroy(new MemcachedError('connection', `${options.node} closed the connection`)));
  }

  /** Why this pipeline ended; `undefined` while it works. */
  get broken(): MemcachedError | undefined {
    return this.#broken;
  }

  /** Resolves with what `read` makes of the reply, or rejects with what it throws. Throws MemcachedError. */
  send<T>({ line, value }: Command, read: (reply: Reply) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#broken) {
        this.#options.traffic.failed(this.#broken);
        return reject(this.#broken);
      }
      const opaque = this.#sent++ % lineEnds.length;
      this.#pending.push({ opaque, write: this.#write, read, resolve, reject });
      this.#write.add(`${line}${line === 'mn' ? '\r\n' : lineEnds[opaque]}`, value);
      if (this.#flushing) return;
      this.#flushing = true;
      // A single request need not wait for the end of the turn: requests made before the next tick leave with it.
      if (this.#pending.length - this.#next === 1) process.nextTick(this.#flush);
      else setImmediate(this.#flush);
    });
  }

  /**
   * Resolves when the node answers. A successful connect does not prove that: the kernel of a stopped process accepts
   * connections. Not counted as a request. Must be the only request while it is under way.
   */
  async probe(timeoutMs: number): Promise<void> {
    this.#timeoutMs = timeoutMs;
    try {
      await this.send({ line: 'mn' }, ignoreReply);
    } finally {
      this.#timeoutMs = this.#options.timeoutMs;
      clearTimeout(this.#clock);
      this.#clock = undefined;
    }
  }

  /** Rejects all waiting requests and closes the socket for good. */
  destroy(error: MemcachedError): void {
    if (this.#broken) return;
    this.#broken = error;
    clearTimeout(this.#clock);
    this.#socket.destroy();
    for (const request of this.#pending.slice(this.#next)) this.#fail(request, error);
    this.#pending = [];
    this.#options.onEnd(error);
  }

  #fail(request: PendingRequest, error: unknown): void {
    if (request.read !== ignoreReply) this.#options.traffic.failed(error);
    request.reject(error);
  }

  readonly #flush = (): void => {
    this.#flushing = false;
    if (this.#broken) return;
    const timeoutMs = this.#timeoutMs;
    this.#options.traffic.bytesSent += this.#write.send(this.#socket, timeoutMs);
    this.#write = new Write();
    this.#clock ??= setTimeout(this.#checkDeadline, timeoutMs);
  };

  #read(chunk: Buffer): void {
    if (this.#broken) return;
    this.#options.traffic.bytesReceived += chunk.length;
    this.#received += chunk.length;
    try {
      for (const reply of this.#reader.read(chunk)) this.#answer(reply);
    } catch (error) {
      this.destroy(
        error instanceof MemcachedError ? error : new MemcachedError('connection', String(error), { cause: error }),
      );
    }
  }

  #answer(reply: Reply): void {
    if (this.#broken) return;
    const request = this.#pending[this.#next];
    if (!request) throw new MemcachedError('server', `${this.#options.node} sent a reply nobody asked for`);
    if (!isReplyTo(reply, request.opaque))
      throw new MemcachedError('server', `${this.#options.node} answered another request`);
    this.#next += 1;
    if (this.#next === this.#pending.length || this.#next === 4096) {
      this.#pending = this.#pending.slice(this.#next);
      this.#next = 0;
    }
    if (reply.code !== 'ERROR') {
      // Read here and not by the caller: each promise on the way would cost as much as the request itself.
      try {
        request.resolve(request.read(reply));
      } catch (error) {
        this.#fail(request, error);
      }
      return;
    }
    const said = String(reply.value);
    // The server also counts its own header and the key, so it may refuse a value that passed our check.
    const kind = said.includes('too large') ? 'too-large' : 'server';
    const error = new MemcachedError(kind, `${this.#options.node} said ${said}`);
    this.#fail(request, error);
    if (!/^SERVER_ERROR|non-numeric/.test(said)) throw error;
  }

  /** One timer for all requests: replies come in order, so only the oldest request can be the first that is late. */
  readonly #checkDeadline = (): void => {
    // Not at once: if our own process was stopped, the reply may be here already, and is read before an immediate runs.
    setImmediate(() => {
      this.#clock = undefined;
      const request = this.#pending[this.#next];
      const deadline = request?.write.deadline;
      // Not written yet: the write starts the clock.
      if (!request || deadline === undefined || this.#broken) return;
      const timeoutMs = this.#timeoutMs;
      const now = performance.now();
      const left = deadline - now;
      const { from, received } = this.#late?.request === request ? this.#late : { from: now, received: -1 };
      this.#late = left > 0 ? undefined : { request, from, received: this.#received };
      if (left > 0) this.#clock = setTimeout(this.#checkDeadline, Math.min(left, timeoutMs));
      // A reply longer than the socket's buffer arrives in several reads: while bytes still come, nothing is lost.
      else if (received !== this.#received && now - from < timeoutMs) this.#clock = setTimeout(this.#checkDeadline, 1);
      else this.destroy(new MemcachedError('timeout', `${this.#options.node} did not answer within ${timeoutMs} ms`));
    });
  };
}

/**
 * A reply that carries an opaque must carry this request's. A no-op, an error line and, in some versions, a miss carry
 * none.
 */
const isReplyTo = (reply: Reply, opaque: number): boolean =>
  reply.opaque === opaque || (reply.opaque === undefined && ['EN', 'MN', 'ERROR'].includes(reply.code));
