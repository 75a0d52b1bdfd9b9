import { MemcachedCluster } from './cluster';
import { encodeKey } from './encode-key';
import { type Fetched, type FetchOptions, type Memcached, MemcachedError } from './memcached';
import { parseAddress } from './parse-address';
import type { Reply } from './reply-reader';
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

/** A client of the memcached at `url` (see MemcachedAddress). Connects at the first request. */
export const openMemcached = (url: string, options: MemcachedOptions = {}): Memcached => {
  const address = parseAddress(url);
  const { timeoutMs = address.timeoutMs ?? 100, connectTimeoutMs = 2 * timeoutMs, ca } = options;
  return new MetaMemcached(
    new MemcachedCluster(address, { timeoutMs, connectTimeoutMs, ...(address.tls ? { tls: { ca } } : {}) }),
  );
};

/** Never retries: after a failure nobody knows whether a write was done, and only the caller knows what that means. */
class MetaMemcached implements Memcached {
  readonly #cluster: MemcachedCluster;

  constructor(cluster: MemcachedCluster) {
    this.#cluster = cluster;
  }

  async get(key: string): Promise<Buffer | undefined> {
    return loadedValue(await this.#ask('mg', key, ' v', 'VA', 'EN'));
  }

  async set(key: string, value: string | Buffer, ttlSeconds: number): Promise<void> {
    await this.#store(key, value, `T${wholeSeconds(ttlSeconds)}`, 'HD');
  }

  async add(key: string, value: string | Buffer, ttlSeconds: number): Promise<boolean> {
    const { code } = await this.#store(key, value, `T${wholeSeconds(ttlSeconds)} ME`, 'HD', 'NS');
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
    const reply = await this.#ask('mg', key, ` v N${wholeSeconds(vivifySeconds)}${refresh}`, 'VA');
    const value = loadedValue(reply);
    return { ...(value ? { value } : {}), won: reply.flags.includes('W') };
  }

  close(): void {
    this.#cluster.close();
  }

  async #ask(verb: string, key: string, rest: string, ...expected: readonly string[]): Promise<Reply> {
    const encoded = encodeKey(key);
    const node = await this.#cluster.nodeOf(encoded);
    return answered(await node.request({ line: `${verb} ${encoded}${rest}` }), expected);
  }

  async #store(key: string, value: string | Buffer, flags: string, ...expected: readonly string[]): Promise<Reply> {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    if (bytes.length > largestValue) throw tooLarge(key, bytes);
    const encoded = encodeKey(key);
    const node = await this.#cluster.nodeOf(encoded);
    try {
      return answered(await node.request({ line: `ms ${encoded} ${bytes.length} ${flags}`, value: bytes }), expected);
    } catch (error) {
      // The server counts its own header and the key too, so that it may refuse what passed here.
      throw error instanceof MemcachedError && error.message.includes('too large') ? tooLarge(key, bytes) : error;
    }
  }
}

const tooLarge = (key: string, { length }: Buffer) =>
  new MemcachedError(
    'too-large',
    `the value of ${key} has ${length} bytes; memcached holds at most ${largestValue}, key included`,
  );

const answered = (reply: Reply, expected: readonly string[]): Reply => {
  if (expected.includes(reply.code)) return reply;
  throw new MemcachedError('server', `memcached answered ${reply.code} where ${expected.join(' or ')} was expected`);
};

/** An empty value that somebody is loading (W or Z) is the place kept for it, not a value. */
const loadedValue = ({ value, flags }: Reply): Buffer | undefined =>
  value?.length === 0 && flags.some((flag) => flag === 'W' || flag === 'Z') ? undefined : value;
