import type { Socket } from 'node:net';

/** Larger values are sent as buffers of their own. */
const maxInlineValueBytes = 4096;

/** The requests of one turn of the event loop, sent in one write. */
export class Write {
  /**
   * When they are late, by `performance.now()`; `undefined` until they are sent, because until then only we are slow.
   */
  deadline: number | undefined;
  #text = '';
  #parts: Buffer[] = [];

  /** Adds a command line and the value that follows it. */
  add(line: string, value: Buffer | string | undefined): void {
    this.#text += line;
    if (value === undefined) return;
    // In Latin-1 each byte is one character and is sent unchanged. One text is far cheaper to send than many small
    // buffers.
    if (typeof value === 'string') this.#text += `${value}\r\n`;
    else if (value.length <= maxInlineValueBytes) this.#text += `${value.toString('latin1')}\r\n`;
    else {
      this.#parts.push(Buffer.from(this.#text, 'latin1'), value);
      this.#text = '\r\n';
    }
  }

  /** Sends everything; returns the number of bytes. */
  send(socket: Socket, timeoutMs: number): number {
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
