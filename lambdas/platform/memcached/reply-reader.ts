import { MemcachedError } from './memcached';

/** One answer of the meta protocol: its code (`HD`, `VA`, `EN`, …), its flags, its value; or an error line as code `ERROR`. */
export interface Reply {
  readonly code: string;
  readonly flags: readonly string[];
  readonly value?: Buffer;
}

const longestLine = 2048;
const largestReply = 16 * 1024 * 1024;

/** Cuts the bytes of one connection into replies, however TCP cut them. Throws when they cannot be replies. */
export class ReplyReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 0;

  read(chunk: Buffer): Reply[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return [];

    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    const replies: Reply[] = [];
    let at = 0;
    this.#needed = 0;
    while (at < bytes.length && this.#needed === 0) {
      const end = bytes.indexOf('\r\n', at, 'latin1');
      if (end < 0) {
        if (bytes.length - at > longestLine) throw nonsense('a line without end');
        break;
      }
      const line = bytes.toString('latin1', at, end);
      at = line.startsWith('VA ') ? this.#value(bytes, at, end, line, replies) : this.#line(end, line, replies);
    }
    this.#chunks = at < bytes.length ? [bytes.subarray(at)] : [];
    this.#length = bytes.length - at;
    return replies;
  }

  #line(end: number, line: string, replies: Reply[]): number {
    const [code = '', ...flags] = line.split(' ');
    if (/^(CLIENT_|SERVER_)?ERROR$/.test(code))
      replies.push({ code: 'ERROR', flags: [], value: Buffer.from(line, 'latin1') });
    else if (/^[A-Z]{2}$/.test(code)) replies.push({ code, flags });
    else throw nonsense(`"${line.slice(0, 80)}"`);
    return end + 2;
  }

  /** Where the next reply starts; stays at `start` while bytes are missing. */
  #value(bytes: Buffer, start: number, end: number, line: string, replies: Reply[]): number {
    const [code = '', size = '', ...flags] = line.split(' ');
    const length = /^\d{1,9}$/.test(size) ? Number(size) : Number.NaN;
    if (!(length <= largestReply)) throw nonsense(`a value of ${size} bytes`);
    const next = end + 2 + length + 2;
    if (bytes.length < next) {
      this.#needed = next - start;
      return start;
    }
    if (bytes[next - 2] !== 13 || bytes[next - 1] !== 10) throw nonsense('a value that does not end where it said');
    // A copy: a slice would keep the whole chunk from being freed.
    replies.push({ code, flags, value: Buffer.from(bytes.subarray(end + 2, next - 2)) });
    return next;
  }
}

const nonsense = (what: string) =>
  new MemcachedError('server', `memcached sent ${what} instead of a meta-protocol reply: is it version 1.6 or later?`);
