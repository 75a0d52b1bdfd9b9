import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { secretHeader } from '../../lambdas/api/messages/sessions';
import type { Engine, Incoming } from '../http/engine';
import { BrowserCache, type Version } from './browser-cache';

export interface Answer {
  readonly status: number;
  /** Parsed JSON where it is JSON, otherwise text; undefined for files that only a browser would read. */
  readonly body: unknown;
  /** Seconds, when the server sent Retry-After. */
  readonly retryAfter: number | undefined;
  /** The answer came from the browser's cache, without a request. */
  readonly isFromCache?: true;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly bearer?: string;
  /** Part of a page, compressed on the way. Default: an answer of the API. */
  readonly as?: 'document' | 'file';
}

/** One simulated browser. It keeps its cookies and its cache, and sends from one address. */
export class Browser {
  readonly #engine: Engine;
  readonly #address: string;
  readonly #cache: BrowserCache;
  readonly #jars = new Map<string, Map<string, string>>();
  /** Made by the client, as the page does it: the session is known by it even where an answer was lost. */
  readonly #secret = randomBytes(32).toString('base64url');

  /** `versions`: what runners have read. It is shared between browsers, because all read the same. */
  constructor(address: string, engine: Engine, versions = new Map<string, Version>()) {
    this.#engine = engine;
    this.#address = address;
    this.#cache = new BrowserCache(versions);
  }

  /** Throws when there is no answer. */
  async fetch(call: Call): Promise<Answer> {
    const { method, url, json, form, bearer, as } = call;
    const isCacheable = method === 'GET' && bearer === undefined;
    const known = isCacheable ? this.#cache.find(url, performance.now()) : undefined;
    if (known?.isFresh) return { status: 200, body: known.body, retryAfter: undefined, isFromCache: true };

    const at = url.indexOf('/', 'https://'.length);
    const [origin, path] = at < 0 ? [url, '/'] : [url.slice(0, at), url.slice(at)];
    const jar = this.#jars.get(origin);
    const headers: Record<string, string> = {
      accept: as === 'document' ? 'text/html' : as === 'file' ? '*/*' : 'application/json',
      'user-agent': 'startline-loadtest',
      ...(as && { 'accept-encoding': 'gzip, br' }),
      ...(jar?.size && { cookie: Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ') }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(!isCacheable && !form && { [secretHeader]: this.#secret }),
      ...known?.validators,
    };
    if (json !== undefined) headers['content-type'] = 'application/json';
    else if (form) headers['content-type'] = 'application/x-www-form-urlencoded';
    const body = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json);

    const answer = await this.#engine.send(origin, this.#address, {
      method,
      path,
      headers,
      ...(body !== undefined && { body }),
    });
    for (const line of answer.setCookies) this.#keep(origin, line);
    const retryAfter = Number(answer.header('retry-after')) || undefined;
    if (!isCacheable) return { status: answer.status, body: read(answer, as), retryAfter };
    const found = this.#cache.take(url, answer, performance.now(), () => read(answer, as));
    return { ...found, retryAfter };
  }

  #keep(origin: string, setCookie: string) {
    const [pair = ''] = setCookie.split(';');
    const at = pair.indexOf('=');
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    const name = pair.slice(0, at).trim();
    if (/;\s*max-age=(0|-\d+)\s*(;|$)/i.test(setCookie)) jar.delete(name);
    else jar.set(name, pair.slice(at + 1));
  }
}

const read = (answer: Incoming, as: Call['as']): unknown => {
  if (as === 'file') return undefined;
  const text = unpack(answer).toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const unpack = (answer: Incoming): Buffer => {
  const encoding = answer.header('content-encoding');
  if (encoding === 'br') return brotliDecompressSync(answer.body);
  return encoding === 'gzip' ? gunzipSync(answer.body) : answer.body;
};
