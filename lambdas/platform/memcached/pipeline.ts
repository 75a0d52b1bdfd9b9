import type { Socket } from 'node:net';
import { MemcachedError } from './memcached';
import { type Reply, ReplyReader } from './reply-reader';

/** A command without its opaque and line end, and the value that follows it. */
export interface Command {
  readonly line: string;
  readonly value?: Buffer;
}

interface Waiting {
  readonly opaque: string;
  /** Counted from the write: before it, only we are late. */
  deadline: number;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: MemcachedError) => void;
}

interface Circumstances {
  readonly node: string;
  readonly timeoutMs: number;
  /** Called once, with the reason. */
  readonly onEnd: (error: MemcachedError) => void;
}

/**
 * The requests on one socket. They leave in one write per turn of the event loop and are answered in order. Whatever
 * could put a reply and a request out of step (a timeout, an opaque that is not the one sent, bytes nobody asked for)
 * destroys the socket with everything waiting on it: no reply can ever reach another's request.
 */
export class Pipeline {
  readonly #socket: Socket;
  readonly #about: Circumstances;
  readonly #reader = new ReplyReader();
  #waiting: Waiting[] = [];
  #next = 0;
  #sent = 0;
  #text = '';
  #parts: Buffer[] = [];
  #flushing = false;
  #clock: NodeJS.Timeout | undefined;
  #broken: MemcachedError | undefined;

  constructor(socket: Socket, about: Circumstances) {
    this.#socket = socket;
    this.#about = about;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.once('close', () => this.destroy(new MemcachedError('connection', `${about.node} closed the connection`)));
  }

  /** Why this pipeline ended; `undefined` while it lives. */
  get broken(): MemcachedError | undefined {
    return this.#broken;
  }

  send({ line, value }: Command): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(this.#broken);
      const opaque = (this.#sent++).toString(36);
      this.#waiting.push({ opaque, deadline: Number.POSITIVE_INFINITY, resolve, reject });
      this.#text += line === 'mn' ? 'mn\r\n' : `${line} O${opaque}\r\n`;
      if (value) {
        this.#parts.push(Buffer.from(this.#text, 'latin1'), value);
        this.#text = '\r\n';
      }
      if (this.#flushing) return;
      this.#flushing = true;
      setImmediate(() => this.#flush());
    });
  }

  /** Fails everything that waits. The socket is gone for good. */
  destroy(error: MemcachedError): void {
    if (this.#broken) return;
    this.#broken = error;
    clearTimeout(this.#clock);
    this.#socket.destroy();
    for (const { reject } of this.#waiting.slice(this.#next)) reject(error);
    this.#waiting = [];
    this.#parts = [];
    this.#about.onEnd(error);
  }

  #flush(): void {
    this.#flushing = false;
    if (this.#broken) return;
    const bytes = Buffer.from(this.#text, 'latin1');
    this.#socket.write(this.#parts.length === 0 ? bytes : Buffer.concat([...this.#parts, bytes]));
    this.#parts = [];
    this.#text = '';
    const deadline = performance.now() + this.#about.timeoutMs;
    for (let i = this.#waiting.length - 1; i >= this.#next; i--) {
      const request = this.#waiting[i];
      if (request?.deadline !== Number.POSITIVE_INFINITY) break;
      request.deadline = deadline;
    }
    this.#clock ??= setTimeout(this.#lookAtClock, this.#about.timeoutMs);
  }

  #read(chunk: Buffer): void {
    if (this.#broken) return;
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
    const request = this.#waiting[this.#next];
    if (!request) throw new MemcachedError('server', `${this.#about.node} sent a reply nobody asked for`);
    if (!belongs(reply, request.opaque))
      throw new MemcachedError('server', `${this.#about.node} answered another request`);
    this.#next += 1;
    if (this.#next === this.#waiting.length || this.#next === 4096) {
      this.#waiting = this.#waiting.slice(this.#next);
      this.#next = 0;
    }
    if (reply.code !== 'ERROR') {
      request.resolve(reply);
      return;
    }
    const error = new MemcachedError('server', `${this.#about.node} said ${reply.value?.toString('latin1')}`);
    request.reject(error);
    if (!/^SERVER_ERROR|non-numeric/.test(String(reply.value))) throw error;
  }

  /** One timer for all: replies come in order, so only the oldest request can be the first that is late. */
  readonly #lookAtClock = (): void => {
    // Not yet: when our own process was stopped, the reply is here already, and is read before an immediate runs.
    setImmediate(() => {
      this.#clock = undefined;
      const oldest = this.#waiting[this.#next];
      if (!oldest || this.#broken) return;
      const left = oldest.deadline - performance.now();
      if (left > 0) this.#clock = setTimeout(this.#lookAtClock, Math.min(left, this.#about.timeoutMs));
      else
        this.destroy(
          new MemcachedError('timeout', `${this.#about.node} did not answer within ${this.#about.timeoutMs} ms`),
        );
    });
  };
}

/** Every reply with an opaque must have ours. None: only a no-op, an error line and, in some versions, a miss. */
const belongs = ({ code, flags }: Reply, opaque: string): boolean => {
  const theirs = flags.find((flag) => flag.startsWith('O'));
  return theirs === undefined ? ['EN', 'MN', 'ERROR'].includes(code) : theirs === `O${opaque}`;
};
