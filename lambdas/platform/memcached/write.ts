import type { Socket } from 'node:net';

const maxInlineValueBytes = 4096;

/** The requests of one turn of the event loop: they leave in one write. */
export class Write {
  /** When they are late, as `performance.now()` tells; `undefined` until they have left: before that, only we are late. */
  deadline: number | undefined;
  #text = '';
  #parts: Buffer[] = [];

  /** A value follows its line. */
  add(line: string, value: Buffer | string | undefined): void {
    this.#text += line;
    if (value === undefined) return;
    // In Latin-1 every byte is a letter and comes out as it was. One text leaves far cheaper than many small buffers.
    if (typeof value === 'string') this.#text += `${value}\r\n`;
    else if (value.length <= maxInlineValueBytes) this.#text += `${value.toString('latin1')}\r\n`;
    else {
      this.#parts.push(Buffer.from(this.#text, 'latin1'), value);
      this.#text = '\r\n';
    }
  }

  /** How many bytes went. */
  leave(socket: Socket, timeoutMs: number): number {
    this.deadline = performance.now() + timeoutMs;
    const text = this.#text;
    this.#text = '';
    if (this.#parts.length === 0) {
      socket.write(text, 'latin1');
      return text.length;
    }
    const bytes = Buffer.concat([...this.#parts, Buffer.from(text, 'latin1')]);
    this.#parts = [];
    socket.write(bytes);
    return bytes.length;
  }
}
