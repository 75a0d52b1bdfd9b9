import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Client, type OpenClient, ttlSeconds } from './client';

const [carriageReturn, zero, letterV] = [0x0d, 0x30, 0x56];
const nothing: Buffer = Buffer.alloc(0);

/**
 * The limit of the protocol, not a client. Commands leave in one write per turn of the event loop, and replies resolve
 * in the order of the questions. It has no timeouts, no reconnection and no checks. Values must be ASCII, and a value
 * read is a view of the bytes received.
 */
class RawMeta implements Client {
  readonly #socket: Socket;
  #text = '';
  #waiting: ((value: Buffer) => void)[] = [];
  #next = 0;
  #rest: Buffer | undefined;
  #flushing = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
  }

  get(key: string): Promise<Buffer> {
    return this.#send(`mg ${key} v\r\n`);
  }

  set(key: string, value: string): Promise<Buffer> {
    return this.#send(`ms ${key} ${value.length} T${ttlSeconds}\r\n${value}\r\n`);
  }

  async increment(key: string): Promise<number> {
    return Number(await this.#send(`ma ${key} v\r\n`));
  }

  #send(command: string): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#text += command;
      if (this.#flushing) return;
      this.#flushing = true;
      setImmediate(this.#flush);
    });
  }

  readonly #flush = (): void => {
    this.#flushing = false;
    this.#socket.write(this.#text, 'latin1');
    this.#text = '';
  };

  #read(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(carriageReturn, at);
      if (end < 0 || end + 1 >= bytes.length) break;
      let value = nothing;
      let next = end + 2;
      if (bytes[at] === letterV) {
        let size = 0;
        for (let i = at + 3; i < end; i++) size = size * 10 + (bytes[i] ?? 0) - zero;
        if (bytes.length < next + size + 2) break;
        value = bytes.subarray(next, next + size);
        next += size + 2;
      }
      at = next;
      this.#waiting[this.#next++]?.(value);
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : undefined;
    if (this.#next < 4096 && this.#next < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
  }
}

export const open: OpenClient = async (port) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return new RawMeta(socket);
};
