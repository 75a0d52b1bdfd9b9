import { type NodeAddress, type NodeOptions, nameOf } from './dial';
import { type Cluster, discover } from './discover';
import { MemcachedError } from './memcached';
import { MemcachedNode } from './node';
import type { MemcachedAddress } from './parse-address';
import { ring } from './ring';

const discoveryIntervalMs = 60_000;
const discoveryRetryMs = 1_000;

/** The nodes behind one address. Tells which node has a key. */
export class MemcachedCluster {
  readonly #address: MemcachedAddress;
  readonly #options: NodeOptions;
  #nodes: readonly MemcachedNode[] = [];
  #nodeOf: ((key: string) => MemcachedNode) | undefined;
  #version = -1;
  #discovering: Promise<void> | undefined;
  #lastAttemptAt = Number.NEGATIVE_INFINITY;
  #discoverAt = 0;
  #lastError: unknown;

  constructor(address: MemcachedAddress, options: NodeOptions) {
    this.#address = address;
    this.#options = options;
    if (!address.discovery) this.#replaceNodes(address.nodes);
  }

  /**
   * A node when the nodes are known, otherwise a promise. Rejects with MemcachedError if no discovery has succeeded
   * yet.
   */
  nodeOf(key: string): MemcachedNode | Promise<MemcachedNode> {
    // By the clock of the requests and not by a timer: a frozen Lambda environment runs no timers.
    if (this.#address.discovery && performance.now() >= this.#discoverAt) this.#discoverNowOrSoon();
    // Requests wait for the first list only. While a later one is on its way, the last one is used.
    return this.#nodeOf ? this.#nodeOf(key) : this.#firstNodeOf(key);
  }

  async #firstNodeOf(key: string): Promise<MemcachedNode> {
    await this.#discovering;
    if (this.#nodeOf) return this.#nodeOf(key);
    this.#options.traffic.failed(this.#lastError);
    throw this.#lastError;
  }

  /** Connects to every node. Throws MemcachedError when the list, or one of the nodes, does not answer. */
  async connect(): Promise<void> {
    await this.nodeOf('');
    await Promise.all(this.#nodes.map((node) => node.connect()));
  }

  close(): void {
    this.#discoverAt = Number.POSITIVE_INFINITY;
    this.#lastError ??= new MemcachedError('connection', 'this memcached client was closed');
    for (const node of this.#nodes) node.close();
  }

  /**
   * A list that is long overdue belongs to an environment that was frozen, and many others thaw in the same second: a
   * race opens. They ask during the next minute, instead of opening a connection each at once.
   */
  #discoverNowOrSoon(): void {
    if (this.#nodeOf && performance.now() - this.#discoverAt > discoveryIntervalMs)
      this.#discoverIn(discoveryIntervalMs * Math.random());
    else this.#discovering ??= this.#discover();
  }

  async #discover(): Promise<void> {
    this.#lastAttemptAt = performance.now();
    try {
      const { version, nodes } = await this.#askAnyNode();
      if (version > this.#version) this.#replaceNodes(nodes);
      this.#version = Math.max(version, this.#version);
      this.#discoverIn(discoveryIntervalMs);
    } catch (error) {
      this.#lastError = error;
      this.#discoverIn(discoveryRetryMs * (0.5 + Math.random() / 2));
    } finally {
      this.#discovering = undefined;
    }
  }

  /** Asks the configuration endpoint first; if it does not answer, any node knows the others. */
  async #askAnyNode(): Promise<Cluster> {
    const { firstTimeoutMs } = this.#options;
    const first = { timeoutMs: firstTimeoutMs, connectTimeoutMs: firstTimeoutMs };
    const options = this.#nodeOf ? this.#options : { ...this.#options, ...first };
    let why: unknown;
    for (const address of [...this.#address.nodes, ...this.#nodes.map((node) => node.address)]) {
      try {
        return await discover(address, options);
      } catch (error) {
        why = error;
      }
    }
    throw why;
  }

  #discoverIn(ms: number): void {
    if (this.#discoverAt !== Number.POSITIVE_INFINITY) this.#discoverAt = performance.now() + ms;
  }

  readonly #discoverAfterLoss = (): void => {
    this.#discoverAt =
      this.#discoverAt === Number.POSITIVE_INFINITY
        ? this.#discoverAt
        : Math.max(performance.now(), Math.min(this.#discoverAt, this.#lastAttemptAt + discoveryRetryMs));
  };

  /** Nodes that stay keep their connection. */
  #replaceNodes(addresses: readonly NodeAddress[]): void {
    if (this.#discoverAt === Number.POSITIVE_INFINITY) return;
    const before = new Map(this.#nodes.map((node) => [nameOf(node.address), node]));
    this.#nodes = addresses.map(
      (address) => before.get(nameOf(address)) ?? new MemcachedNode(address, this.#options, this.#discoverAfterLoss),
    );
    this.#nodeOf = ring(this.#nodes, ({ address }) => `${address.host}:${address.port}`);
    for (const node of before.values()) if (!this.#nodes.includes(node)) node.retire();
  }
}
