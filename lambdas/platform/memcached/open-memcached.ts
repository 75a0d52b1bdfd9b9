import { traced } from '../trace';
import { MemcachedCluster } from './cluster';
import { type Fetched, type FetchOptions, type Memcached, MemcachedError, type Versioned } from './memcached';
import { MemcachedNode } from './node';
import { parseAddress } from './parse-address';
import type { Command } from './pipeline';
import type { Reply } from './reply-reader';
import { type MemcachedStatistics, Traffic } from './traffic';
import { encodeKey, expectCode, flagOf, loadedValue, wholeSeconds } from './wire';

export interface MemcachedOptions {
  /** How long one request may take, in milliseconds. Default: the `timeout` of the URL, or 100. */
  readonly timeoutMs?: number;
  /** How long a connection with its TLS handshake may take, in milliseconds. Default: twice `timeoutMs`. */
  readonly connectTimeoutMs?: number;
  /**
   * The same for the first connection to a node, its first answer included, and for the first discovery, in
   * milliseconds. Default 1,500, or `connectTimeoutMs` if that is more.
   */
  readonly firstTimeoutMs?: number;
  /** PEM of the certificate authority to trust instead of the public ones. */
  readonly ca?: string;
}

const maxValueBytes = 1024 * 1024;

export interface MemcachedClient extends Memcached {
  /**
   * Connects to every node, so that no request has to. Throws MemcachedError when one of them cannot be reached; the
   * next request tries again.
   * @example
   * await memcached.connect();
   */
  connect(): Promise<void>;
  /**
   * The counters since the client was opened: a copy, which does not change any more.
   * @example
   * const { hits, misses, failures } = memcached.statistics();
   */
  statistics(): MemcachedStatistics;
}

/**
 * A client of the memcached at `url` (see MemcachedAddress). Connects at the first request. Throws Error when the URL
 * is malformed. Protocol: https://docs.memcached.org/protocols/meta/
 * @example
 * const memcached = openMemcached('memcached://127.0.0.1:11211?timeout=250');
 */
export const openMemcached = (url: string, options: MemcachedOptions = {}): MemcachedClient => {
  const address = parseAddress(url);
  const { timeoutMs = address.timeoutMs ?? 100, connectTimeoutMs = 2 * timeoutMs, ca } = options;
  const { firstTimeoutMs = Math.max(connectTimeoutMs, 1500) } = options;
  const traffic = new Traffic();
  const nodeOptions = { timeoutMs, connectTimeoutMs, firstTimeoutMs, traffic, ...(address.tls && { tls: { ca } }) };
  return new MetaMemcached(new MemcachedCluster(address, nodeOptions), traffic);
};

/** Never retries: after a failure a write may or may not have happened, and only the caller knows what that means. */
class MetaMemcached implements MemcachedClient {
  readonly #cluster: MemcachedCluster;
  readonly #traffic: Traffic;

  constructor(cluster: MemcachedCluster, traffic: Traffic) {
    this.#cluster = cluster;
    this.#traffic = traffic;
  }

  connect(): Promise<void> {
    return this.#cluster.connect();
  }

  get(key: string): Promise<Buffer | undefined> {
    return this.#ask('mg', key, ' v', this.#got);
  }

  set(key: string, value: string | Buffer, ttlSeconds: number): Promise<void> {
    return this.#store(key, value, ttlSeconds, '', stored);
  }

  add(key: string, value: string | Buffer, ttlSeconds: number): Promise<boolean> {
    return this.#store(key, value, ttlSeconds, ' ME', added);
  }

  getVersioned(key: string): Promise<Versioned | undefined> {
    return this.#ask('mg', key, ' v c', (reply) => {
      const value = this.#got(reply);
      const version = flagOf(reply, 'c');
      return value && version !== undefined ? { value, version } : undefined;
    });
  }

  replace(key: string, value: string | Buffer, version: string, ttlSeconds: number): Promise<boolean> {
    return this.#store(key, value, ttlSeconds, ` C${version}`, replaced);
  }

  increment(key: string, by = 1): Promise<number | undefined> {
    return this.#count(by, key, ` D${by} v`, counted);
  }

  decrement(key: string, by = 1): Promise<void> {
    return this.#count(by, key, ` MD D${by}`, done);
  }

  count(key: string, by: number, ttlSeconds: number): Promise<number> {
    // N and J create a missing counter with the first amount, in the same round trip.
    return this.#count(by, key, ` N${wholeSeconds(ttlSeconds)} J${by} D${by} v`, madeCount);
  }

  delete(key: string): Promise<void> {
    return this.#ask('md', key, '', done);
  }

  /**
   * The placeholder is asked for only once the node has answered the read: a node that wakes up must not choose callers
   * that have given up meanwhile.
   */
  fetch(key: string, { vivifySeconds, refreshBelowSeconds }: FetchOptions): Promise<Fetched> {
    const flags = ` v c h l${refreshBelowSeconds ? ` R${wholeSeconds(refreshBelowSeconds)}` : ''}`;
    const placeholder = ` N${wholeSeconds(vivifySeconds)}`;
    return this.#ask('mg', key, flags, this.#found).then(
      (found) => found ?? this.#ask('mg', key, flags + placeholder, this.#fetched),
    );
  }

  statistics(): MemcachedStatistics {
    return this.#traffic.snapshot();
  }

  close(): void {
    this.#cluster.close();
  }

  readonly #got = (reply: Reply): Buffer | undefined => {
    const value = loadedValue(expectCode(reply, codes.read));
    if (value) this.#traffic.hits += 1;
    else this.#traffic.misses += 1;
    return value;
  };

  /** `undefined`: there is neither a value nor a placeholder. */
  readonly #found = (reply: Reply): Fetched | undefined =>
    expectCode(reply, codes.read).code === 'EN' ? undefined : this.#fetched(reply);

  readonly #fetched = (reply: Reply): Fetched => {
    const { flags } = expectCode(reply, codes.fetched);
    return {
      value: this.#got(reply),
      version: flagOf(reply, 'c') ?? '',
      won: flags.includes('W'),
      askedSecondsAgo: flags.includes('h1') ? Number(flagOf(reply, 'l')) : undefined,
    };
  };

  #ask<T>(verb: string, key: string, rest: string, read: (reply: Reply) => T): Promise<T> {
    const encoded = encodeKey(key);
    return this.#send(encoded, { line: `${verb} ${encoded}${rest}` }, read);
  }

  #count<T>(by: number, key: string, rest: string, read: (reply: Reply) => T): Promise<T> {
    if (!Number.isSafeInteger(by) || by < 0)
      return Promise.reject(new RangeError(`a counter is changed by a whole number, not by ${by}`));
    return this.#ask('ma', key, rest, read);
  }

  #store<T>(
    key: string,
    value: string | Buffer,
    ttlSeconds: number,
    more: string,
    read: (reply: Reply) => T,
  ): Promise<T> {
    // ASCII text is sent as it is. Converted to bytes, it would have to be converted back to text.
    const bytes = typeof value === 'string' && Buffer.byteLength(value) !== value.length ? Buffer.from(value) : value;
    if (bytes.length > maxValueBytes) return this.#refuse(key, bytes.length);
    if (Number.isNaN(ttlSeconds)) return Promise.reject(new RangeError('a time to live must be a number of seconds'));
    const encoded = encodeKey(key);
    const line = `ms ${encoded} ${bytes.length} T${wholeSeconds(ttlSeconds)}${more}`;
    return this.#send(encoded, { line, value: bytes }, read);
  }

  #refuse(key: string, bytes: number): Promise<never> {
    const error = new MemcachedError(
      'too-large',
      `the value of ${key} has ${bytes} bytes; memcached holds at most ${maxValueBytes}, key included`,
    );
    this.#traffic.failed(error);
    return Promise.reject(error);
  }

  /** Every request passes here. */
  #send<T>(encoded: string, command: Command, read: (reply: Reply) => T): Promise<T> {
    this.#traffic.requests += 1;
    return traced('memcached', () => {
      const node = this.#cluster.nodeOf(encoded);
      return node instanceof MemcachedNode
        ? node.request(command, read)
        : node.then((known) => known.request(command, read));
    });
  }
}

const codes = {
  read: ['VA', 'EN'],
  fetched: ['VA'],
  stored: ['HD'],
  added: ['HD', 'NS'],
  replaced: ['HD', 'EX', 'NF'],
  done: ['HD', 'NF'],
  counted: ['VA', 'NF'],
  made: ['VA'],
};
const stored = (reply: Reply): void => void expectCode(reply, codes.stored);
const added = (reply: Reply): boolean => expectCode(reply, codes.added).code === 'HD';
const replaced = (reply: Reply): boolean => expectCode(reply, codes.replaced).code === 'HD';
const done = (reply: Reply): void => void expectCode(reply, codes.done);
const counted = (reply: Reply): number | undefined =>
  expectCode(reply, codes.counted).code === 'NF' ? undefined : Number(reply.value?.toString('latin1'));
const madeCount = (reply: Reply): number => Number(expectCode(reply, codes.made).value?.toString('latin1'));
