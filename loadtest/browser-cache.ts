import type { Incoming } from './http/engine';

/** What an answer says, and by what it is known. */
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
  /** With these the server may answer that it has not changed. */
  readonly validators: Readonly<Record<string, string>>;
}

const secondsIn = (directives: string, name: string): number => {
  const found = new RegExp(`(?:^|[,\\s])${name}=(\\d+)`, 'i').exec(directives)?.[1];
  return found === undefined ? 0 : Number(found);
};

/** What one browser keeps of the answers it got: as much of RFC 9111 as shows in the number of requests. */
export class BrowserCache {
  readonly #entries = new Map<string, Entry>();
  readonly #versions: Map<string, Version>;

  /** `versions`: of all browsers. Kept by each, the validators of 50,000 would hold on to the heads of all answers. */
  constructor(versions: Map<string, Version>) {
    this.#versions = versions;
  }

  find(url: string, now: number): Known | undefined {
    const entry = this.#entries.get(url);
    return entry && { body: entry.body, validators: entry.validators, isFresh: now < entry.freshUntil };
  }

  /** What the page sees of an answer: "not modified" is the same as before. `read` is called when nobody has read this version. */
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
    return made;
  }
}

/** Milliseconds. `age`: how old it was already when the edge gave it. */
const freshUntil = (answer: Incoming, now: number): number => {
  const said = answer.header('cache-control') ?? '';
  if (/\bno-(cache|store)\b/i.test(said)) return now;
  const age = Number(answer.header('age')) || 0;
  return now + Math.max(0, secondsIn(said, 'max-age') - age) * 1000;
};
