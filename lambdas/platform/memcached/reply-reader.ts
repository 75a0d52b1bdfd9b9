import { MemcachedError } from './memcached';

/** One answer of the meta protocol: its code (`HD`, `VA`, `EN`, …), its flags, its value; or an error line as code `ERROR`. */
export interface Reply {
  readonly code: string;
  /** All but the opaque. */
  readonly flags: readonly string[];
  /** The number that came with the question; NaN for one that is none. */
  readonly opaque?: number | undefined;
  readonly value?: Buffer | undefined;
}

const longestLine = 2048;
const largestReply = 16 * 1024 * 1024;
const noFlags: readonly string[] = [];

const [space, carriageReturn, lineFeed, zero, letterO] = [0x20, 0x0d, 0x0a, 0x30, 0x4f];
const letters = (first = 0, second = 0): number => (first << 8) | second;
const codes = new Map(['HD', 'VA', 'EN', 'NF', 'NS', 'EX', 'MN'].map((code) => [letters(...Buffer.from(code)), code]));

/**
 * Cuts the bytes of one connection into replies, however TCP cut them. Throws when they cannot be replies. What nearly
 * every reply consists of is read from the bytes: a text of each line would cost more than the rest of the client.
 */
export class ReplyReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 0;
  /** Where in the line we are. */
  #at = 0;

  read(chunk: Buffer): Reply[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return [];

    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    const replies: Reply[] = [];
    let start = 0;
    this.#needed = 0;
    while (start < bytes.length && this.#needed === 0) {
      const newline = bytes.indexOf(lineFeed, start);
      if (newline < 0) {
        if (bytes.length - start > longestLine) throw nonsense('a line without end');
        break;
      }
      start = this.#reply(bytes, start, newline - 1, replies);
    }
    this.#chunks = start < bytes.length ? [bytes.subarray(start)] : [];
    this.#length = bytes.length - start;
    return replies;
  }

  /** Where the next reply starts; `start` while bytes of this one are missing. */
  #reply(bytes: Buffer, start: number, end: number, replies: Reply[]): number {
    const code = codes.get(letters(bytes[start], bytes[start + 1]));
    this.#at = start + 2;
    if (code === undefined || !this.#isBetweenWords(bytes, end)) {
      replies.push(errorLine(bytes.toString('latin1', start, end)));
      return end + 2;
    }
    if (code !== 'VA') {
      replies.push(this.#flagged(bytes, end, code, undefined));
      return end + 2;
    }
    this.#at += 1;
    const length = this.#number(bytes);
    if (!(length <= largestReply) || !this.#isBetweenWords(bytes, end))
      throw nonsense(`"${bytes.toString('latin1', start, Math.min(end, start + 80))}"`);
    const next = end + 2 + length + 2;
    if (bytes.length < next) {
      this.#needed = next - start;
      return start;
    }
    if (bytes[next - 2] !== carriageReturn || bytes[next - 1] !== lineFeed)
      throw nonsense('a value that does not end where it said');
    // A copy: a slice would keep the whole chunk from being freed.
    const value = Buffer.allocUnsafe(length);
    bytes.copy(value, 0, end + 2, next - 2);
    replies.push(this.#flagged(bytes, end, code, value));
    return next;
  }

  #flagged(bytes: Buffer, end: number, code: string, value: Buffer | undefined): Reply {
    if (this.#at === end) return { code, flags: noFlags, opaque: undefined, value };
    const from = this.#at + 1;
    if (bytes[from] === letterO) {
      this.#at += 2;
      const opaque = this.#number(bytes);
      if (this.#at === end) return { code, flags: noFlags, opaque, value };
    }
    const flags = bytes.toString('latin1', from, end).split(' ');
    const opaque = flags.find((flag) => flag.startsWith('O'));
    return {
      code,
      flags: flags.filter((flag) => flag !== opaque),
      opaque: opaque === undefined ? undefined : Number.parseInt(/^O\d+$/.test(opaque) ? opaque.slice(1) : '', 10),
      value,
    };
  }

  /** Moves behind the number. NaN when there is none. */
  #number(bytes: Buffer): number {
    const from = this.#at;
    for (let number = 0; ; this.#at += 1) {
      const digit = (bytes[this.#at] ?? 0) - zero;
      if (!(digit >= 0 && digit <= 9)) return this.#at === from ? Number.NaN : number;
      number = number * 10 + digit;
    }
  }

  #isBetweenWords(bytes: Buffer, end: number): boolean {
    return bytes[end] === carriageReturn && (this.#at === end || bytes[this.#at] === space);
  }
}

const errorLine = (line: string): Reply => {
  if (!/^(CLIENT_|SERVER_)?ERROR( |$)/.test(line)) throw nonsense(`"${line.slice(0, 80)}"`);
  return { code: 'ERROR', flags: noFlags, value: Buffer.from(line, 'latin1') };
};

const nonsense = (what: string) =>
  new MemcachedError('server', `memcached sent ${what} instead of a meta-protocol reply: is it version 1.6 or later?`);
