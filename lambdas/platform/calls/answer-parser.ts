/** One answer as it was received, not decompressed. */
export interface Incoming {
  readonly status: number;
  /** The first header of this name. The name is in lower case. */
  header(name: string): string | undefined;
  /** One string each: Set-Cookie headers cannot be joined by commas. */
  readonly setCookies: readonly string[];
  /** The connection carries no further request. */
  readonly isLast: boolean;
  readonly body: Buffer;
}

const endOfHead = Buffer.from('\r\n\r\n');
const endOfLine = Buffer.from('\r\n');
const nothing = Buffer.alloc(0);

/** The longest head (status line and headers), and the longest line that says how long a chunk is. */
const [maxHeadBytes, maxLineBytes] = [32_768, 1_024];

/** What is still missing of the body. */
type Body =
  | { readonly kind: 'counted'; missing: number }
  /** `missing`: of the present chunk; undefined before its size is known. */
  | { readonly kind: 'chunked'; missing: number | undefined }
  /** Neither counted nor chunked: it ends with the connection. */
  | { readonly kind: 'until-close' };

/**
 * Reads one HTTP/1.1 answer after another ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)) from bytes cut anywhere.
 * It searches for a header only when it is asked for.
 */
export class AnswerParser {
  readonly #maxBodyBytes: number;
  #unread: Buffer = nothing;
  #head: Head | undefined;
  #body: Body = { kind: 'until-close' };
  #parts: Buffer[] = [];
  #size = 0;

  constructor(maxBodyBytes = Number.POSITIVE_INFINITY) {
    this.#maxBodyBytes = maxBodyBytes;
  }

  /** Whether no byte of an answer has arrived. */
  get isEmpty(): boolean {
    return this.#head === undefined && this.#unread.length === 0;
  }

  /** The answer, once it is complete. Throws when the bytes are not HTTP/1.1, or are more than one answer. */
  push(bytes: Buffer): Incoming | undefined {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    while (!this.#head) {
      const end = this.#unread.indexOf(endOfHead);
      if (end < 0 && this.#unread.length <= maxHeadBytes) return undefined;
      if (end < 0 || end > maxHeadBytes) throw new Error(`the answer's head is longer than ${maxHeadBytes} bytes`);
      const head = new Head(this.#unread.toString('latin1', 0, end));
      this.#unread = this.#unread.subarray(end + endOfHead.length);
      // 1xx is an interim response; the answer follows.
      if (head.status >= 200) this.#begin(head);
    }
    const isWhole = this.#body.kind === 'chunked' ? this.#readChunks(this.#body) : this.#readCounted(this.#body);
    return isWhole ? this.#finish() : undefined;
  }

  /** The connection has ended, which may complete the answer. */
  end(): Incoming | undefined {
    return this.#head && this.#body.kind === 'until-close' ? this.#finish() : undefined;
  }

  #begin(head: Head) {
    this.#head = head;
    const length = head.header('content-length');
    const coding = head.header('transfer-encoding');
    if (length !== undefined && !/^\d+$/.test(length)) throw new Error(`the answer's Content-Length is "${length}"`);
    // Two readers that choose differently see different answers.
    if (length !== undefined && (coding !== undefined || head.hasOtherLength(length)))
      throw new Error(`the answer has two lengths, one of them "${length}"`);
    if (head.status === 204 || head.status === 304) this.#body = { kind: 'counted', missing: 0 };
    else if (coding !== undefined && /(?:^|[ ,])chunked$/i.test(coding)) {
      this.#body = { kind: 'chunked', missing: undefined };
    } else if (length === undefined) this.#body = { kind: 'until-close' };
    else this.#body = { kind: 'counted', missing: Number(length) };
    head.endsConnection = this.#body.kind === 'until-close' || head.saysClose;
  }

  /** Takes at most so many bytes as a part of the body, and returns how many. */
  #take(most: number): number {
    const take = Math.min(most, this.#unread.length);
    if (take === 0) return 0;
    this.#size += take;
    if (this.#size > this.#maxBodyBytes) throw new Error(`the answer is longer than ${this.#maxBodyBytes} bytes`);
    this.#parts.push(this.#unread.subarray(0, take));
    this.#unread = take === this.#unread.length ? nothing : this.#unread.subarray(take);
    return take;
  }

  #readCounted(body: Exclude<Body, { kind: 'chunked' }>): boolean {
    const took = this.#take(body.kind === 'counted' ? body.missing : this.#unread.length);
    if (body.kind !== 'counted') return false;
    body.missing -= took;
    return body.missing === 0;
  }

  #readChunks(body: Extract<Body, { kind: 'chunked' }>): boolean {
    for (;;) {
      if (body.missing === undefined) {
        const lineEnd = this.#unread.indexOf(endOfLine);
        if (lineEnd < 0 && this.#unread.length <= maxLineBytes) return false;
        const size = /^([0-9a-f]{1,12})\s*(;|$)/i.exec(this.#unread.toString('latin1', 0, Math.max(0, lineEnd)))?.[1];
        if (size === undefined || lineEnd > maxLineBytes) throw new Error('the answer has a chunk without a size');
        const missing = Number.parseInt(size, 16);
        // Trailers end with an empty line, and so does a body that has none.
        if (missing === 0) return this.#readTrailers(lineEnd);
        body.missing = missing;
        this.#unread = this.#unread.subarray(lineEnd + endOfLine.length);
      }
      body.missing -= this.#take(body.missing);
      if (body.missing > 0 || this.#unread.length < endOfLine.length) return false;
      if (!this.#unread.subarray(0, endOfLine.length).equals(endOfLine))
        throw new Error('the answer has a chunk that is longer than its size');
      this.#unread = this.#unread.subarray(endOfLine.length);
      body.missing = undefined;
    }
  }

  #readTrailers(from: number): boolean {
    const end = this.#unread.indexOf(endOfHead, from);
    if (end < 0 && this.#unread.length > maxHeadBytes) throw new Error('the answer has too many trailers');
    if (end < 0) return false;
    this.#unread = this.#unread.subarray(end + endOfHead.length);
    return true;
  }

  #finish(): Incoming {
    const head = this.#head;
    if (!head) throw new Error('there is no answer yet');
    if (this.#unread.length > 0) throw new Error('more came than one answer');
    head.body = this.#parts.length === 1 ? (this.#parts[0] ?? nothing) : Buffer.concat(this.#parts);
    this.#head = undefined;
    this.#parts = [];
    this.#size = 0;
    return head;
  }
}

const none: readonly string[] = [];

/** Expressions by header name, compiled once. */
const expressions = new Map<string, RegExp>();

const expressionFor = (name: string): RegExp => {
  const known = expressions.get(name);
  if (known) return known;
  const made = new RegExp(`\\r\\n${name}:[ \\t]*([^\\r\\n]*)`, 'i');
  expressions.set(name, made);
  return made;
};

const lengthLines = /\r\ncontent-length:[^\r\n]*/gi;

class Head implements Incoming {
  readonly status: number;
  body: Buffer = nothing;
  endsConnection = false;
  readonly #text: string;

  constructor(text: string) {
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
    if (!status) throw new Error(`the answer does not begin as HTTP/1.1 does: ${JSON.stringify(text.slice(0, 40))}`);
    this.status = Number(status);
    this.#text = text;
  }

  get isLast(): boolean {
    return this.endsConnection;
  }

  /** An HTTP/1.0 server closes each connection unless both sides ask for more, and this side does not. */
  get saysClose(): boolean {
    return this.#text.startsWith('HTTP/1.0') || /\bclose\b/i.test(this.header('connection') ?? '');
  }

  /** Whether one of the Content-Length headers is not `length`. */
  hasOtherLength(length: string): boolean {
    return (this.#text.match(lengthLines) ?? []).some(
      (line) => Number(line.slice(line.indexOf(':') + 1)) !== Number(length),
    );
  }

  header(name: string): string | undefined {
    return expressionFor(name).exec(this.#text)?.[1]?.trimEnd();
  }

  get setCookies(): readonly string[] {
    if (this.header('set-cookie') === undefined) return none;
    return Array.from(this.#text.matchAll(/\r\nset-cookie:[ \t]*([^\r\n]*)/gi), ([, cookie = '']) => cookie.trimEnd());
  }
}
