import { setTimeout as pause } from 'node:timers/promises';
import { Cache } from '../../../lambdas/platform/cache/cache';
import type { Freshness } from '../../../lambdas/platform/cache/freshness';
import type { MemcachedClient } from '../../../lambdas/platform/memcached/open-memcached';

interface Read {
  readonly key: string;
  readonly version: number;
  readonly askedAt: number;
}

interface Edit {
  readonly version: number;
  /** When the cache had confirmed the invalidation. */
  readonly toldAt: number;
}

/** A value that names itself, so that a mix-up shows. */
interface Page {
  readonly key: string;
  readonly version: number;
}

const groups = ['race:1', 'race:2', 'race:3'];
const keys = [...groups.flatMap((group) => Array.from({ length: 6 }, (_, i) => `${group}/page:${i}`)), 'a', 'b', 'c'];
const subjectOf = (key: string) => key.split('/')[0] ?? key;
const freshnessOf = (key: string): Freshness =>
  key.includes('/') ? { freshSeconds: 3600, group: subjectOf(key) } : { freshSeconds: 3600 };

/**
 * Processes that read pages from one cluster without a pause, while editors change all pages of a subject and tell the
 * cache. Everything read is recorded and judged: is it this key's page, and as new as it must be?
 */
export class Readers {
  readonly #caches: readonly Cache[];
  readonly #versions = new Map(keys.map((key) => [subjectOf(key), 0]));
  readonly #edits = new Map<string, Edit[]>();
  readonly #reads: Read[] = [];
  readonly #wrong: string[] = [];
  #longestMs = 0;
  #over = false;
  #mayEdit = true;
  #editing = 0;

  constructor(clients: readonly MemcachedClient[]) {
    this.#caches = clients.map((client) => new Cache(client));
  }

  get reads(): number {
    return this.#reads.length;
  }

  get edits(): number {
    return [...this.#edits.values()].reduce((sum, edits) => sum + edits.length, 0);
  }

  /** Resolves when no edit is in progress, and none begins. */
  async holdEdits(): Promise<void> {
    this.#mayEdit = false;
    const deadline = Date.now() + 60_000;
    while (this.#editing > 0) {
      if (Date.now() > deadline) throw new Error('an edit did not reach the cache within a minute');
      await pause(2);
    }
  }

  allowEdits(): void {
    this.#mayEdit = true;
  }

  /** Reads and edits until `play` is over. Throws what `play` throws. */
  async during(play: () => Promise<void>): Promise<void> {
    const readers = this.#caches.flatMap((cache) => [this.#read(cache), this.#read(cache), this.#read(cache)]);
    const editors = [...this.#versions.keys()].map((subject, i) => this.#edit(subject, i));
    try {
      await play();
    } finally {
      this.#over = true;
      await Promise.all([...readers, ...editors]);
    }
  }

  /** What was wrong, in words; and how many reads came late enough after an edit for an old page to be wrong. */
  judge(): { readonly wrong: readonly string[]; readonly judged: number } {
    const wrong = [...this.#wrong];
    let judged = 0;
    for (const { key, version, askedAt } of this.#reads) {
      // A process may keep a stamp or page for a second, and a caller that joins a read under way gets its result.
      const known = askedAt - 1000 - this.#longestMs;
      const edit = this.#edits.get(subjectOf(key))?.findLast(({ toldAt }) => toldAt <= known);
      if (!edit) continue;
      judged += 1;
      if (version < edit.version) wrong.push(`${key} was of version ${version} when ${edit.version} was long told`);
    }
    return { wrong, judged };
  }

  async #read(cache: Cache): Promise<void> {
    while (!this.#over) {
      const key = keys[Math.floor(Math.random() * keys.length)] ?? 'a';
      const askedAt = Date.now();
      try {
        const page = await cache.get(key, () => this.#load(key), freshnessOf(key));
        if (page.key !== key) this.#wrong.push(`${key} was answered with ${page.key}`);
        this.#reads.push({ key, version: page.version, askedAt });
      } catch (error) {
        this.#wrong.push(`${key} was answered with an error: ${String(error)}`);
      }
      this.#longestMs = Math.max(this.#longestMs, Date.now() - askedAt);
      await pause(1);
    }
  }

  /** The loader knows the version when it begins, and takes long enough for an edit to happen. */
  async #load(key: string): Promise<Page> {
    const version = this.#versions.get(subjectOf(key)) ?? 0;
    await pause(Math.random() < 0.2 ? 30 : 1);
    return { key, version };
  }

  async #edit(subject: string, i: number): Promise<void> {
    const cache = this.#caches[i % this.#caches.length];
    while (!this.#over) {
      if (cache && this.#mayEdit) {
        this.#editing += 1;
        const version = (this.#versions.get(subject) ?? 0) + 1;
        this.#versions.set(subject, version);
        if (await this.#tell(cache, subject))
          this.#edits.set(subject, [...(this.#edits.get(subject) ?? []), { version, toldAt: Date.now() }]);
        this.#editing -= 1;
      }
      await pause(100 + Math.random() * 100);
    }
  }

  /** Repeats it, as a queue does. */
  async #tell(cache: Cache, subject: string): Promise<boolean> {
    while (!this.#over) {
      try {
        if (groups.includes(subject)) await cache.invalidateGroup(subject);
        else await cache.invalidate(subject);
        return true;
      } catch {
        await pause(20);
      }
    }
    return false;
  }
}
