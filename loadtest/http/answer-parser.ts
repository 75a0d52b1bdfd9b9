import type { Incoming } from './engine';

const endOfHead = Buffer.from('\r\n\r\n');
const endOfLine = Buffer.from('\r\n');
const nothing = Buffer.alloc(0);

/** What is still missing of the body. */
type Body =
  | { readonly kind: 'counted'; missing: number }
  | { readonly kind: 'chunked' }
  /** Neither counted nor chunked: it ends with the connection. */
  | { readonly kind: 'until-close' };

/**
 * Reads one HTTP/1.1 answer after another ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)) from bytes cut anywhere.
 * It supports only what a load test needs, and searches for a header only when it is asked for.
 */
export class AnswerParser {
  #unread: Buffer = nothing;
  #head: Head | undefined;
  #body: Body = { kind: 'until-close' };
  #parts: Buffer[] = [];

  /** Whether no byte of an answer has arrived. */
  get isEmpty(): boolean {
    return this.#head === undefined && this.#unread.length === 0;
  }

  /** The answer, once it is complete. Throws when the bytes are not HTTP/1.1, or are more than one answer. */
  push(bytes: Buffer): Incoming | undefined {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    while (!this.#head) {
      const end = this.#unread.indexOf(endOfHead);
      if (end < 0) return undefined;
      const head = new Head(this.#unread.toString('latin1', 0, end));
      this.#unread = this.#unread.subarray(end + endOfHead.length);
      // 1xx is an interim response; the answer follows.
      if (head.status >= 200) this.#begin(head);
    }
    const isWhole = this.#body.kind === 'chunked' ? this.#readChunks() : this.#readCounted();
    return isWhole ? this.#finish() : undefined;
  }

  /** The connection has ended, which may complete the answer. */
  end(): Incoming | undefined {
    return this.#head && this.#body.kind === 'until-close' ? this.#finish() : undefined;
  }

  #begin(head: Head) {
    this.#head = head;
    const length = head.header('content-length');
    if (head.status === 204 || head.status === 304) this.#body = { kind: 'counted', missing: 0 };
    else if (/\bchunked\b/i.test(head.header('transfer-encoding') ?? '')) this.#body = { kind: 'chunked' };
    else if (length === undefined) this.#body = { kind: 'until-close' };
    else if (/^\d+$/.test(length)) this.#body = { kind: 'counted', missing: Number(length) };
    else throw new Error(`the answer's Content-Length is "${length}"`);
  }

  #readCounted(): boolean {
    const body = this.#body;
    const take = body.kind === 'counted' ? Math.min(body.missing, this.#unread.length) : this.#unread.length;
    if (take > 0) this.#parts.push(this.#unread.subarray(0, take));
    this.#unread = take === this.#unread.length ? nothing : this.#unread.subarray(take);
    if (body.kind !== 'counted') return false;
    body.missing -= take;
    return body.missing === 0;
  }

  #readChunks(): boolean {
    for (;;) {
      const lineEnd = this.#unread.indexOf(endOfLine);
      if (lineEnd < 0) return false;
      const size = /^([0-9a-f]+)\s*(;|$)/i.exec(this.#unread.toString('latin1', 0, lineEnd))?.[1];
      if (size === undefined) throw new Error('the answer has a chunk without a size');
      const from = lineEnd + endOfLine.length;
      const to = from + Number.parseInt(size, 16);
      if (to === from) {
        // Trailers end with an empty line, and so does a body that has none.
        const end = this.#unread.indexOf(endOfHead, lineEnd);
        if (end < 0) return false;
        this.#unread = this.#unread.subarray(end + endOfHead.length);
        return true;
      }
      if (this.#unread.length < to + endOfLine.length) return false;
      this.#parts.push(this.#unread.subarray(from, to));
      this.#unread = this.#unread.subarray(to + endOfLine.length);
    }
  }

  #finish(): Incoming {
    const head = this.#head;
    if (!head) throw new Error('there is no answer yet');
    if (this.#unread.length > 0) throw new Error('more came than one answer');
    head.body = this.#parts.length === 1 ? (this.#parts[0] ?? nothing) : Buffer.concat(this.#parts);
    this.#head = undefined;
    this.#parts = [];
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

class Head implements Incoming {
  readonly status: number;
  body: Buffer = nothing;
  readonly #text: string;

  constructor(text: string) {
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
    if (!status) throw new Error(`the answer does not begin as HTTP/1.1 does: ${JSON.stringify(text.slice(0, 40))}`);
    this.status = Number(status);
    this.#text = text;
  }

  header(name: string): string | undefined {
    return expressionFor(name).exec(this.#text)?.[1]?.trimEnd();
  }

  get setCookies(): readonly string[] {
    if (this.header('set-cookie') === undefined) return none;
    return Array.from(this.#text.matchAll(/\r\nset-cookie:[ \t]*([^\r\n]*)/gi), ([, cookie = '']) => cookie.trimEnd());
  }
}
