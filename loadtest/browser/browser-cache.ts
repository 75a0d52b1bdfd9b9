import type { Incoming } from '../http/engine';

/** The body of an answer, and its validators. */
export interface Version {
  readonly body: unknown;
  readonly validators: Readonly<Record<string, string>>;
}

interface Entry extends Version {
  /** Milliseconds of `performance.now()`. */
  readonly freshUntil: number;
}

export interface Known {
  readonly body: unknown;
  readonly isFresh: boolean;
  /** Headers by which the server may answer "not modified". */
  readonly validators: Readonly<Record<string, string>>;
}

/** How many versions all browsers share. */
const maxVersions = 5_000;

const secondsIn = (directives: string, name: string): number => {
  const found = new RegExp(`(?:^|[,\\s])${name}=(\\d+)`, 'i').exec(directives)?.[1];
  return found === undefined ? 0 : Number(found);
};

/**
 * What one browser caches: as much of [RFC 9111](https://www.rfc-editor.org/rfc/rfc9111) as shows in the number of
 * requests.
 */
export class BrowserCache {
  readonly #entries = new Map<string, Entry>();
  readonly #versions: Map<string, Version>;

  /**
   * `versions`: shared by all browsers. If each of 50,000 browsers kept its own validators, these would hold all the
   * answers' heads in memory.
   */
  constructor(versions: Map<string, Version>) {
    this.#versions = versions;
  }

  find(url: string, now: number): Known | undefined {
    const entry = this.#entries.get(url);
    return entry && { body: entry.body, validators: entry.validators, isFresh: now < entry.freshUntil };
  }

  /**
   * The answer as the page sees it: a 304 becomes the cached answer. `read` is called when no browser has read this
   * version yet.
   */
  take(
    url: string,
    answer: Incoming,
    now: number,
    read: () => unknown,
  ): { readonly status: number; readonly body: unknown } {
    const { status } = answer;
    const before = this.#entries.get(url);
    if (status === 304 && before) {
      this.#entries.set(url, { ...before, freshUntil: freshUntil(answer, now) });
      return { status: 200, body: before.body };
    }
    const said = answer.header('cache-control') ?? '';
    if (status !== 200 || /\bno-store\b/i.test(said)) {
      if (status < 500) this.#entries.delete(url);
      return { status, body: read() };
    }
    const [etag, lastModified] = [answer.header('etag'), answer.header('last-modified')];
    const make = (): Version => ({
      body: read(),
      validators: {
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
      },
    });
    const { body, validators } = etag === undefined ? make() : this.#shared(`${etag} ${url}`, make);
    const entry = { body, validators, freshUntil: freshUntil(answer, now) };
    if (entry.freshUntil > now || etag !== undefined || lastModified !== undefined) this.#entries.set(url, entry);
    return { status, body };
  }

  #shared(name: string, make: () => Version): Version {
    const known = this.#versions.get(name);
    if (known) return known;
    const made = make();
    this.#versions.set(name, made);
    // Results have a hundred thousand answers that hardly two browsers read. Those that all read come again at once.
    const [oldest] = this.#versions.keys();
    if (this.#versions.size > maxVersions && oldest !== undefined) this.#versions.delete(oldest);
    return made;
  }
}

/** Milliseconds. `age`: seconds that the answer had already spent in a CDN cache. */
const freshUntil = (answer: Incoming, now: number): number => {
  const said = answer.header('cache-control') ?? '';
  if (/\bno-(cache|store)\b/i.test(said)) return now;
  const age = Number(answer.header('age')) || 0;
  return now + Math.max(0, secondsIn(said, 'max-age') - age) * 1000;
};
