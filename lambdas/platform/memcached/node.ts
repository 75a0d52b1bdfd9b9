import { dial, type NodeAddress, type NodeOptions, nameOf } from './dial';
import { MemcachedError } from './memcached';
import { type Command, Pipeline } from './pipeline';
import type { Reply } from './reply-reader';

const minReconnectPauseMs = 50;
const maxReconnectPauseMs = 1000;

/**
 * One memcached node. It connects at the first request. A lost connection is replaced at once, and requests wait for
 * it. If that fails, or the node did not answer in time, the node is down: requests fail at once, and it is tried again
 * in the background with growing, jittered pauses. The first connection may take longer than later ones: many
 * environments connect at once, each with a fraction of a CPU, and a node that is only slow must not be taken for down.
 */
export class MemcachedNode {
  readonly address: NodeAddress;
  readonly #options: NodeOptions;
  readonly #onLoss: () => void;
  #pipeline: Promise<Pipeline> | undefined;
  #live: Pipeline | undefined;
  #down: MemcachedError | undefined;
  #pause = minReconnectPauseMs;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #hasConnected = false;

  constructor(address: NodeAddress, options: NodeOptions, onLoss: () => void = () => {}) {
    this.address = address;
    this.#options = options;
    this.#onLoss = onLoss;
  }

  /** Not an async function: on a live connection the pipeline's promise is enough, and each further one costs time. */
  request<T>(command: Command, read: (reply: Reply) => T): Promise<T> {
    return this.#live && !this.#live.broken ? this.#live.send(command, read) : this.#connectAndRequest(command, read);
  }

  /** Connects unless it is connected. Throws MemcachedError. */
  async connect(): Promise<void> {
    if (!this.#live || this.#live.broken) await this.#connected();
  }

  async #connectAndRequest<T>(command: Command, read: (reply: Reply) => T): Promise<T> {
    return (await this.#connected()).send(command, read);
  }

  async #connected(): Promise<Pipeline> {
    try {
      if (this.#closed) throw new MemcachedError('connection', 'this memcached client was closed');
      if (this.#down) throw new MemcachedError('connection', `${nameOf(this.address)} is down: ${this.#down.message}`);
      this.#pipeline ??= this.#connect();
      return await this.#pipeline;
    } catch (error) {
      this.#options.traffic.failed(error);
      throw error;
    }
  }

  /** Takes no more requests. Those under way still get their answer or their time-out. */
  retire(): void {
    setTimeout(() => this.close(), this.#options.connectTimeoutMs + 2 * this.#options.timeoutMs).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#live?.destroy(new MemcachedError('connection', 'this memcached client was closed'));
  }

  async #connect(): Promise<Pipeline> {
    try {
      const onEnd = (error: MemcachedError) => this.#lost(error);
      const pipeline = await openPipeline(this.address, this.#options, onEnd, !this.#hasConnected);
      this.#hasConnected = true;
      if (this.#closed) pipeline.destroy(new MemcachedError('connection', 'this memcached client was closed'));
      this.#live = pipeline;
      this.#down = undefined;
      this.#pause = minReconnectPauseMs;
      return pipeline;
    } catch (error) {
      const reason =
        error instanceof MemcachedError ? error : new MemcachedError('connection', String(error), { cause: error });
      this.#goDown(reason);
      throw reason;
    } finally {
      this.#pipeline = undefined;
    }
  }

  #lost(error: MemcachedError): void {
    this.#live = undefined;
    if (this.#closed) return;
    if (error.kind === 'timeout') this.#goDown(error);
    else this.#onLoss();
  }

  #goDown(reason: MemcachedError): void {
    if (this.#closed) return;
    this.#down = reason;
    this.#onLoss();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect().catch(() => {}), this.#pause * (0.5 + Math.random() / 2));
    this.#retry.unref();
    this.#pause = Math.min(this.#pause * 2, maxReconnectPauseMs);
  }
}

const openPipeline = async (
  address: NodeAddress,
  options: NodeOptions,
  onEnd: (error: MemcachedError) => void,
  isFirst: boolean,
): Promise<Pipeline> => {
  const { timeoutMs, firstTimeoutMs, traffic } = options;
  const from = performance.now();
  const socket = await dial(address, isFirst ? { ...options, connectTimeoutMs: firstTimeoutMs } : options);
  traffic.connections += 1;
  let open = false;
  const node = nameOf(address);
  const pipeline = new Pipeline(socket, { node, timeoutMs, traffic, onEnd: (error) => open && onEnd(error) });
  await pipeline.probe(isFirst ? Math.max(timeoutMs, firstTimeoutMs - (performance.now() - from)) : timeoutMs);
  open = true;
  return pipeline;
};
