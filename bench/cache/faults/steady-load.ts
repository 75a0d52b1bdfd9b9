import { setTimeout as pause } from 'node:timers/promises';
import { Cache } from '../../../lambdas/platform/cache/cache';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { Truth } from './truth';

export const phases = ['warming', 'before', 'during', 'after'] as const;
export type Phase = (typeof phases)[number];

/** What happened to the requests that were due in one phase. */
export interface Seen {
  /** In ms from the moment a request was due: a reader waits just as long when this process asks late. */
  readonly latencies: number[];
  wrong: number;
  old: number;
  failed: number;
}

const processes = 4;
const perSecond = 800;
const editsPerSecond = 20;
const loadMs = 5;
const freshSeconds = 2;
/** Memcached knows whole seconds only, so a value may be one second older. */
const allowedMs = (freshSeconds + 1) * 1000;
const keys = Array.from({ length: 600 }, (_, i) => `race:${i}`);
const anyOf = <T>(list: readonly T[]): T => {
  const chosen = list[Math.floor(Math.random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};

/**
 * Readers and editors of the keys of a cluster, through four caches. Each cache stands for one process; all of them run
 * in this process, but share nothing else. Nothing is held in process memory, so that every request meets the fault.
 */
export class SteadyLoad {
  readonly seen: Record<Phase, Seen> = { warming: none(), before: none(), during: none(), after: none() };
  phase: Phase = 'warming';
  /** When a client last failed to reach memcached, in ms of `performance.now()`. */
  lastFailure = Number.NEGATIVE_INFINITY;
  readonly #truth = new Truth();
  readonly #clients;
  readonly #caches;
  readonly #underWay = new Set<Promise<void>>();
  #failures = 0;
  #over = false;

  constructor(url: string) {
    this.#clients = Array.from({ length: processes }, () => openMemcached(url));
    this.#caches = this.#clients.map((client) => new Cache(client));
  }

  /** Runs until `stop`. Resolves when the last request is answered. */
  async run(): Promise<void> {
    const add = (work: Promise<void>) => {
      this.#underWay.add(work);
      void work.finally(() => this.#underWay.delete(work));
    };
    const from = performance.now();
    for (let [reads, edits] = [0, 0]; !this.#over; await pause(2)) {
      const now = performance.now() - from;
      for (; reads * 1000 < now * perSecond; reads++) add(this.#read(from + (reads * 1000) / perSecond));
      for (; edits * 1000 < now * editsPerSecond; edits++) add(this.#edit());
      this.#watch();
    }
    await Promise.all(this.#underWay);
    for (const client of this.#clients) client.close();
  }

  /**
   * Waits until every key is loaded and the queue of the cold start is empty. Throws when that takes longer than 20
   * seconds.
   */
  async warmUp(): Promise<void> {
    for (
      const giveUp = performance.now() + 20_000;
      this.loads < 2 * keys.length || this.#underWay.size > 50;
      await pause(20)
    )
      if (performance.now() > giveUp)
        throw new Error(`${this.#underWay.size} reads wait after 20 s: this machine is too busy for the load`);
  }

  stop(): void {
    this.#over = true;
  }

  get loads(): number {
    return this.#caches.reduce((sum, cache) => sum + cache.statistics().loads, 0);
  }

  async #read(due: number): Promise<void> {
    const seen = this.seen[this.phase];
    const key = anyOf(keys);
    const load = async () => {
      const told = this.#truth.read(key);
      await pause(loadMs);
      return told;
    };
    const askedAt = performance.now();
    try {
      const told = await anyOf(this.#caches).get(key, load, { freshSeconds, processSeconds: 0 });
      const verdict = this.#truth.judge(key, told, askedAt, allowedMs);
      if (verdict !== 'right') seen[verdict] += 1;
    } catch {
      seen.failed += 1;
    }
    seen.latencies.push(performance.now() - due);
  }

  async #edit(): Promise<void> {
    const key = anyOf(keys);
    this.#truth.change(key, performance.now());
    // When memcached cannot be told, the old value lives until it is no longer fresh. `Truth.judge` checks exactly
    // that.
    await anyOf(this.#caches)
      .invalidate(key)
      .catch(() => undefined);
  }

  #watch(): void {
    const failures = this.#clients.reduce((sum, client) => {
      const { timeout, connection, server } = client.statistics().failures;
      return sum + timeout + connection + server;
    }, 0);
    if (failures > this.#failures) this.lastFailure = performance.now();
    this.#failures = failures;
  }
}

function none(): Seen {
  return { latencies: [], wrong: 0, old: 0, failed: 0 };
}
