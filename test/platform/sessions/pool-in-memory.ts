import { type Memcached, MemcachedError } from '../../../lambdas/platform/memcached/memcached';

type Versions = Pick<Memcached, 'getVersioned' | 'add' | 'replace'>;

/** What happens to one request. `lost`: it was done, and the answer did not arrive. */
export type RequestOutcome = 'well' | 'refused' | 'lost';

/** A pool in memory that answers when `turn` allows, and with the faults of `outcomeOf`, as a memcached would. */
export class PoolInMemory {
  readonly memcached: Memcached;
  #items = new Map<string, { value: Buffer; version: string }>();
  #version = 0;
  #remembered = this.#items;

  constructor(turn: () => Promise<void>, outcomeOf: () => RequestOutcome = () => 'well') {
    const asked = async <T>(work: () => T): Promise<T> => {
      await turn();
      const outcome = outcomeOf();
      if (outcome === 'refused') throw new MemcachedError('connection', 'down');
      const answer = work();
      await turn();
      if (outcome === 'lost') throw new MemcachedError('timeout', 'no answer');
      return answer;
    };
    const store = (key: string, value: string | Buffer) => {
      this.#items.set(key, { value: Buffer.from(value), version: String(++this.#version) });
      return true;
    };
    const verbs: Versions = {
      getVersioned: (key) => asked(() => this.#items.get(key)),
      add: (key, value) => asked(() => !this.#items.has(key) && store(key, value)),
      replace: (key, value, version) => asked(() => this.#items.get(key)?.version === version && store(key, value)),
    };
    const notHere = () => Promise.reject(new Error('sessions speak no such word'));
    this.memcached = {
      ...verbs,
      get: notHere,
      set: notHere,
      increment: notHere,
      count: notHere,
      decrement: notHere,
      delete: notHere,
      fetch: notHere,
      close: () => {},
    };
  }

  /** Comes back empty. */
  flush(): void {
    this.#items = new Map();
  }

  /** What it will come back with. */
  remember(): void {
    this.#remembered = new Map(this.#items);
  }

  comeBackOld(): void {
    this.#items = new Map(this.#remembered);
  }

  /** Stores any value under a session's key. */
  scribble(id: string, text: string): void {
    this.#items.set(`session:${id}`, { value: Buffer.from(text), version: String(++this.#version) });
  }

  textOf(id: string): string | undefined {
    return this.#items.get(`session:${id}`)?.value.toString();
  }
}
