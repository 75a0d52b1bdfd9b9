import { MemcachedError } from './memcached';

/**
 * One reply of the meta protocol: its code (`HD`, `VA`, `EN`, …), flags and value. An error line has the code `ERROR`.
 * https://docs.memcached.org/protocols/meta/
 */
export interface Reply {
  readonly code: string;
  /** All flags but the opaque. */
  readonly flags: readonly string[];
  /** The number that was sent with the request; NaN when malformed. */
  readonly opaque?: number | undefined;
  /** A view of the bytes received, not a copy. */
  readonly value?: Buffer | undefined;
}

type Draft = { -readonly [Part in keyof Reply]: Reply[Part] };

const maxLineBytes = 2048;
const maxValueBytes = 16 * 1024 * 1024;
const noFlags: readonly string[] = [];

const [space, carriageReturn, lineFeed, zero, letterO] = [0x20, 0x0d, 0x0a, 0x30, 0x4f];
const letters = (first = 0, second = 0): number => (first << 8) | second;
const codes = ['HD', 'VA', 'EN', 'NF', 'NS', 'EX', 'MN'];
const codeOf = new Map(codes.map((code) => [letters(...Buffer.from(code)), code]));

/**
 * Splits the bytes of one connection into replies, however TCP has split them. Throws MemcachedError on anything that
 * is not a reply.
 */
export class ReplyReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 0;
  /** The position in the bytes: after the line, once it is read. */
  #at = 0;
  /** The length of the value that the line announces; -1 for none. */
  #valueLength = -1;

  read(chunk: Buffer): Reply[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return [];

    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    const replies: Reply[] = [];
    let start = 0;
    this.#needed = 0;
    while (start < bytes.length) {
      const reply = this.#usualLine(bytes, start) ?? this.#anyLine(bytes, start);
      if (!reply) break;
      const end = this.#valueLength < 0 ? this.#at : this.#at + this.#valueLength + 2;
      if (end > bytes.length) {
        this.#needed = end - start;
        break;
      }
      if (this.#valueLength >= 0) {
        if (bytes[end - 2] !== carriageReturn || bytes[end - 1] !== lineFeed)
          throw protocolError('a value that does not end where it said');
        // Not a copy, which would cost a fifth of the request: few callers keep a value, and those can copy it.
        reply.value = bytes.subarray(this.#at, end - 2);
      }
      replies.push(reply);
      start = end;
    }
    this.#chunks = start < bytes.length ? [bytes.subarray(start)] : [];
    this.#length = bytes.length - start;
    return replies;
  }

  /**
   * Nearly every line has no flag but the opaque. Such a line is read from its bytes: converting each to text would
   * cost more than the rest of the client. `undefined` for any other line, and for an incomplete one.
   */
  #usualLine(bytes: Buffer, start: number): Draft | undefined {
    const code = codeOf.get(letters(bytes[start], bytes[start + 1]));
    this.#at = start + 2;
    this.#valueLength = -1;
    if (code === 'VA') this.#valueLength = bytes[this.#at] === space ? this.#numberAfter(bytes, 1) : Number.NaN;
    const opaque =
      bytes[this.#at] === space && bytes[this.#at + 1] === letterO ? this.#numberAfter(bytes, 2) : undefined;
    if (bytes[this.#at] !== carriageReturn || bytes[this.#at + 1] !== lineFeed || code === undefined) return undefined;
    if (!(this.#valueLength <= maxValueBytes)) return undefined;
    this.#at += 2;
    return { code, flags: noFlags, opaque, value: undefined };
  }

  /** Moves past the number that begins `letterCount` letters ahead. NaN when there is none. */
  #numberAfter(bytes: Buffer, letterCount: number): number {
    const from = this.#at + letterCount;
    this.#at = from;
    for (let number = 0; ; this.#at += 1) {
      const digit = (bytes[this.#at] ?? 0) - zero;
      if (!(digit >= 0 && digit <= 9)) return this.#at === from ? Number.NaN : number;
      number = number * 10 + digit;
    }
  }

  /** `undefined` while the line is incomplete. */
  #anyLine(bytes: Buffer, start: number): Draft | undefined {
    const newline = bytes.indexOf(lineFeed, start);
    if (newline < 0) {
      if (bytes.length - start > maxLineBytes) throw protocolError('a line without end');
      return undefined;
    }
    this.#at = newline + 1;
    this.#valueLength = -1;
    const line = bytes.toString('latin1', start, newline - 1);
    if (bytes[newline - 1] !== carriageReturn) throw protocolError(quoted(line));
    if (/^(CLIENT_|SERVER_)?ERROR( |$)/.test(line))
      return { code: 'ERROR', flags: noFlags, opaque: undefined, value: Buffer.from(line, 'latin1') };

    const [code = '', ...flags] = line.split(' ');
    if (code === 'VA') this.#valueLength = wholeNumber(flags.shift());
    if (!codes.includes(code) || !(this.#valueLength <= maxValueBytes)) throw protocolError(quoted(line));
    const opaque = flags.find((flag) => flag.startsWith('O'));
    return {
      code,
      flags: flags.filter((flag) => flag !== opaque),
      opaque: opaque === undefined ? undefined : wholeNumber(opaque.slice(1)),
      value: undefined,
    };
  }
}

const wholeNumber = (text = ''): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);
const quoted = (line: string): string => `"${line.slice(0, 80)}"`;

const protocolError = (what: string) =>
  new MemcachedError('server', `memcached sent ${what} instead of a meta-protocol reply: is it version 1.6 or later?`);
