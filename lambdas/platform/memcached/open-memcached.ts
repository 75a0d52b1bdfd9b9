import { MemcachedCluster } from './cluster';
import { encodeKey } from './encode-key';
import { type Fetched, type FetchOptions, type Memcached, MemcachedError, type Versioned } from './memcached';
import { parseAddress } from './parse-address';
import type { Command } from './pipeline';
import { answered, flagOf, loadedValue } from './reply-flags';
import type { Reply } from './reply-reader';
import { type MemcachedStatistics, Traffic } from './traffic';
import { wholeSeconds } from './whole-seconds';

export interface MemcachedOptions {
  /** How long one request may take. Default: what the address says, or 100. */
  readonly timeoutMs?: number;
  /** How long a connection, with its TLS handshake, may take. Default: twice that. */
  readonly connectTimeoutMs?: number;
  /** PEM of the certificate authority to trust in place of the public ones. */
  readonly ca?: string;
}

const largestValue = 1024 * 1024;

export interface MemcachedClient extends Memcached {
  /** A snapshot: it does not change any more. */
  statistics(): MemcachedStatistics;
}

/** A client of the memcached at `url` (see MemcachedAddress). Connects at the first request. */
export const openMemcached = (url: string, options: MemcachedOptions = {}): MemcachedClient => {
  const address = parseAddress(url);
  const { timeoutMs = address.timeoutMs ?? 100, connectTimeoutMs = 2 * timeoutMs, ca } = options;
  const traffic = new Traffic();
  const tls = address.tls ? { tls: { ca } } : {};
  return new MetaMemcached(new MemcachedCluster(address, { timeoutMs, connectTimeoutMs, traffic, ...tls }), traffic);
};

/** Never retries: after a failure nobody knows whether a write was done, and only the caller knows what that means. */
class MetaMemcached implements MemcachedClient {
  readonly #cluster: MemcachedCluster;
  readonly #traffic: Traffic;

  constructor(cluster: MemcachedCluster, traffic: Traffic) {
    this.#cluster = cluster;
    this.#traffic = traffic;
  }

  async get(key: string): Promise<Buffer | undefined> {
    return this.#read(await this.#ask('mg', key, ' v', 'VA', 'EN'));
  }

  async set(key: string, value: string | Buffer, ttlSeconds: number): Promise<void> {
    await this.#store(key, value, `T${wholeSeconds(ttlSeconds)}`, 'HD');
  }

  async add(key: string, value: string | Buffer, ttlSeconds: number): Promise<boolean> {
    const { code } = await this.#store(key, value, `T${wholeSeconds(ttlSeconds)} ME`, 'HD', 'NS');
    return code === 'HD';
  }

  async getVersioned(key: string): Promise<Versioned | undefined> {
    const reply = await this.#ask('mg', key, ' v c', 'VA', 'EN');
    const value = this.#read(reply);
    const version = flagOf(reply, 'c');
    return value && version !== undefined ? { value, version } : undefined;
  }

  async replace(key: string, value: string | Buffer, version: string, ttlSeconds: number): Promise<boolean> {
    const flags = `T${wholeSeconds(ttlSeconds)} C${version}`;
    const { code } = await this.#store(key, value, flags, 'HD', 'EX', 'NF');
    return code === 'HD';
  }

  async increment(key: string, by = 1): Promise<number | undefined> {
    if (!Number.isSafeInteger(by) || by < 0) throw new RangeError(`a counter goes up by a whole number, not by ${by}`);
    const { code, value } = await this.#ask('ma', key, ` D${by} v`, 'VA', 'NF');
    return code === 'NF' ? undefined : Number(value);
  }

  async decrement(key: string): Promise<void> {
    await this.#ask('ma', key, ' MD', 'HD', 'NF');
  }

  async delete(key: string): Promise<void> {
    await this.#ask('md', key, '', 'HD', 'NF');
  }

  async fetch(key: string, { vivifySeconds, refreshBelowSeconds }: FetchOptions): Promise<Fetched> {
    const refresh = refreshBelowSeconds ? ` R${wholeSeconds(refreshBelowSeconds)}` : '';
    const reply = await this.#ask('mg', key, ` v c h l N${wholeSeconds(vivifySeconds)}${refresh}`, 'VA');
    const value = this.#read(reply);
    return {
      ...(value ? { value } : {}),
      version: flagOf(reply, 'c') ?? '',
      won: reply.flags.includes('W'),
      ...(reply.flags.includes('h1') ? { askedSecondsAgo: Number(flagOf(reply, 'l')) } : {}),
    };
  }

  statistics(): MemcachedStatistics {
    return this.#traffic.snapshot();
  }

  close(): void {
    this.#cluster.close();
  }

  #read(reply: Reply): Buffer | undefined {
    const value = loadedValue(reply);
    if (value) this.#traffic.hits += 1;
    else this.#traffic.misses += 1;
    return value;
  }

  #ask(verb: string, key: string, rest: string, ...expected: readonly string[]): Promise<Reply> {
    const encoded = encodeKey(key);
    return this.#send(encoded, { line: `${verb} ${encoded}${rest}` }, expected);
  }

  async #store(key: string, value: string | Buffer, flags: string, ...expected: readonly string[]): Promise<Reply> {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    if (bytes.length > largestValue) {
      this.#traffic.failures['too-large'] += 1;
      throw tooLarge(key, bytes);
    }
    const encoded = encodeKey(key);
    try {
      return await this.#send(encoded, { line: `ms ${encoded} ${bytes.length} ${flags}`, value: bytes }, expected);
    } catch (error) {
      // The server counts its own header and the key too, so that it may refuse what passed here.
      throw error instanceof MemcachedError && error.message.includes('too large') ? tooLarge(key, bytes) : error;
    }
  }

  /** Every request passes here. */
  async #send(encoded: string, command: Command, expected: readonly string[]): Promise<Reply> {
    this.#traffic.requests += 1;
    try {
      const node = await this.#cluster.nodeOf(encoded);
      return answered(await node.request(command), expected);
    } catch (error) {
      if (error instanceof MemcachedError) this.#traffic.failures[error.kind] += 1;
      throw error;
    }
  }
}

const tooLarge = (key: string, { length }: Buffer) =>
  new MemcachedError(
    'too-large',
    `the value of ${key} has ${length} bytes; memcached holds at most ${largestValue}, key included`,
  );
