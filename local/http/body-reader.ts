const nothing = Buffer.alloc(0);
const maxLineBytes = 8_192;

/** The body of one request. */
export class BodyReader {
  /** Undefined when the body is longer than the limit. Rejects when the body does not become complete. */
  readonly whole: Promise<Buffer | undefined>;
  readonly #read: (bytes: Buffer) => Buffer | undefined;
  readonly #limit: number;
  #chunks: Buffer[] | undefined = [];
  #size = 0;
  #resolve: (whole: Buffer | undefined) => void = () => {};
  #reject: (why: Error) => void = () => {};

  /** `framing`: how many bytes the body has, or that it comes in chunks. `limit`: how many bytes are kept at most. */
  constructor(framing: number | 'chunked', limit: number) {
    this.#limit = limit;
    this.whole = new Promise((resolve, reject) => {
      [this.#resolve, this.#reject] = [resolve, reject];
    });
    // Not every answer waits for the body.
    this.whole.catch(() => undefined);
    const take = (bytes: Buffer) => this.#take(bytes);
    this.#read = framing === 'chunked' ? chunked(take) : ofLength(framing, take);
    if (framing !== 'chunked' && framing > limit) this.#giveUp();
  }

  /** Returns the bytes that follow the body; undefined while the body is not complete. Throws when the chunks are malformed. */
  push(bytes: Buffer): Buffer | undefined {
    const rest = this.#read(bytes);
    if (rest) this.#resolve(this.#chunks?.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks ?? []));
    return rest;
  }

  /** Reads on, and keeps nothing. */
  discard(): void {
    this.#chunks = undefined;
  }

  fail(why: Error): void {
    this.#reject(why);
  }

  #take(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > this.#limit) this.#giveUp();
    this.#chunks?.push(bytes);
  }

  #giveUp(): void {
    this.#resolve(undefined);
    this.discard();
  }
}

type Take = (bytes: Buffer) => void;

const ofLength = (length: number, take: Take) => {
  let left = length;
  return (bytes: Buffer): Buffer | undefined => {
    const part = bytes.length > left ? bytes.subarray(0, left) : bytes;
    left -= part.length;
    if (part.length > 0) take(part);
    return left > 0 ? undefined : bytes.subarray(part.length);
  };
};

/** The chunked coding: https://www.rfc-editor.org/rfc/rfc9112#section-7.1 */
const chunked = (take: Take) => {
  let unread: Buffer = nothing;
  let left = 0;
  let state: 'size' | 'data' | 'end of data' | 'trailers' = 'size';

  /** The next line without its end; undefined while it is not complete. */
  const line = (): string | undefined => {
    const end = unread.indexOf('\r\n');
    if (end > maxLineBytes || (end < 0 && unread.length > maxLineBytes))
      throw new Error('A line of a body is too long.');
    if (end < 0) return undefined;
    const text = unread.toString('latin1', 0, end);
    unread = unread.subarray(end + 2);
    return text;
  };
  /** Reads a line or a piece of data. False: more bytes are needed. */
  const step = (): boolean => {
    if (state === 'data') {
      const part = unread.subarray(0, left);
      unread = unread.subarray(part.length);
      left -= part.length;
      if (part.length > 0) take(part);
      if (left === 0) state = 'end of data';
      return left === 0;
    }
    const text = line();
    if (text === undefined) return false;
    if (state === 'end of data') {
      if (text !== '') throw new Error('A chunk does not end where it says.');
      state = 'size';
      return true;
    }
    const [, digits] = /^([0-9a-f]{1,8})(?:[\t ]*;.*)?$/i.exec(text) ?? [];
    if (digits === undefined) throw new Error('A chunk does not say its size.');
    left = Number.parseInt(digits, 16);
    state = left > 0 ? 'data' : 'trailers';
    return true;
  };

  return (bytes: Buffer): Buffer | undefined => {
    unread = unread.length > 0 ? Buffer.concat([unread, bytes]) : bytes;
    while (state !== 'trailers') if (!step()) return undefined;
    for (;;) {
      const text = line();
      if (text === undefined) return undefined;
      if (text === '') return unread;
    }
  };
};
