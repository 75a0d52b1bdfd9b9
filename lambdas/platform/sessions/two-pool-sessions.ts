import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Memcached } from '../memcached/memcached';
import type { Transient } from '../retry';
import type { Copy, Schema } from './copy';
import {
  allHave,
  areAlike,
  copiesIn,
  differ,
  has,
  isHalf,
  newestIn,
  type PoolRead,
  readPool,
  type WriteResult,
  writeOver,
} from './pool';

/** The state of the session cannot be told at this moment; try again. It never means "there is no session". */
export class SessionUnknownError extends Error implements Transient {
  override readonly name = 'SessionUnknownError';
  readonly transient = true;
}

/** What to store, and until when (`exp`, in milliseconds since the epoch). */
export interface Kept<T> {
  readonly data: T;
  readonly exp: number;
}

interface Needs<T> {
  /** One in each availability zone. */
  readonly pools: readonly [Memcached, Memcached];
  /** A copy it cannot read is lost, so it must read what the previous and the next version of the code write. */
  readonly schema: Schema<T>;
  /** Whether the session was ended. Asked only while the copies differ: a pool that came back may hold old data. */
  readonly wasEnded: (id: string) => Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly newWriter?: () => string;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

const maxTries = 10;
/** In milliseconds, and jittered: two writers that met once would otherwise meet again. */
const pauseBeforeTryMs = (tries: number) => Math.random() * Math.min(25, 5 * 2 ** tries);
/** In milliseconds. Longer than the pause of a writer that met another write: after this time it has written again. */
const settleMs = 40;
/**
 * In milliseconds. First writes of one session at one moment get the same version, so that what was built on one of them is
 * newer than the others. With the clock itself, a first write that one pool refused and the other had just lost would be
 * newer than a confirmed one.
 */
const firstVersionStepMs = 1000;
/**
 * By how much a write raises the version when only one pool could be written. Another writer may reach both pools at
 * that moment. Before it notices this write and tries again, it leaves a few higher versions in the other pool that
 * were never confirmed to a caller. Those must not win.
 */
const versionLeap = 1000;

/**
 * Sessions in two pools of memcached. Both are written and both are read: the higher version wins, and repairs the
 * other. While one pool works, no confirmed write is lost, whatever the other does: die, hang, come back empty or with
 * old data. Throws SessionUnknownError where no copy is found and a pool did not answer: it may have one.
 * @example
 * const sessions = new TwoPoolSessions({ pools: [zoneA, zoneB], schema, wasEnded: async () => false });
 * await sessions.change(id, (before = { holds: [] }) => ({ data: before, exp: Date.now() + 60_000 }), { isNew: true });
 * const session = await sessions.read(id); // the data, 'ended' or undefined
 */
export class TwoPoolSessions<T> {
  readonly #needs: Required<Needs<T>>;

  constructor(needs: Needs<T>) {
    this.#needs = { now: Date.now, newWriter: randomUUID, pause: (ms) => setTimeout(ms), ...needs };
  }

  /** `undefined`: both pools answered that they have no copy. */
  async read(id: string): Promise<T | 'ended' | undefined> {
    const seen = await this.#readUntilSettled(id);
    const live = this.#alive(newestIn(seen));
    if (!live) {
      assertAllAnswered(seen);
      return undefined;
    }
    if (allHave(seen, live)) return live.data ?? 'ended';
    if (live.data !== undefined && (await this.#needs.wasEnded(id))) return 'ended';
    // A copy that was written meanwhile is newer than this one; then the repair writes nothing, and is not needed.
    const outdated = seen.filter((one) => !has(one, live));
    await Promise.all(outdated.map((one) => writeOver(one, live, this.#needs.now())));
    return live.data ?? 'ended';
  }

  /**
   * `apply` may be called several times, also on its own earlier result, so it must be idempotent. Where it returns
   * undefined, nothing is written and the answer is `unchanged`. `isNew`: the caller has just made this id, so a pool
   * that does not answer cannot have a copy.
   */
  async change(
    id: string,
    apply: (before: T | undefined) => Kept<T> | undefined,
    { isNew = false } = {},
  ): Promise<'kept' | 'ended' | 'unchanged'> {
    let isEnded = false;
    const isKept = await this.#write(id, async (seen, newest) => {
      const live = this.#alive(newest);
      if (!live && !isNew) assertAllAnswered(seen);
      if (!live) return apply(undefined);
      isEnded = live.data === undefined || (!allHave(seen, live) && (await this.#needs.wasEnded(id)));
      return live.data === undefined || isEnded ? undefined : apply(live.data);
    });
    if (isKept) return 'kept';
    return isEnded ? 'ended' : 'unchanged';
  }

  /**
   * Writes a tombstone that lasts until `exp` (milliseconds since the epoch): longer than any old copy that could come
   * back.
   */
  async end(id: string, exp: number): Promise<void> {
    await this.#write(id, async () => ({ data: undefined, exp }));
  }

  /** False when `next` returns nothing to write. Throws SessionUnknownError: the write may or may not have happened. */
  async #write(
    id: string,
    next: (seen: readonly PoolRead<T>[], newest: Copy<T> | undefined) => Promise<Kept<T | undefined> | undefined>,
  ): Promise<boolean> {
    const { now, newWriter, pause } = this.#needs;
    const writer = newWriter();
    /** Pools that answer reads but failed a write. */
    const failed = new Map<Memcached, unknown>();
    for (let tries = 0; tries < maxTries; tries++) {
      if (tries > 0) await pause(pauseBeforeTryMs(tries));
      const seen = await this.#readUntilSettled(id, writer);
      const newest = newestIn(seen, writer);
      const kept = await next(seen, newest);
      if (!kept) return false;
      const targets = seen.filter(({ kind, pool }) => kind !== 'away' && !failed.has(pool));
      const isAlone = targets.length < seen.length;
      // The clock is the version only where no copy is known: an old copy that comes back later has a lower version.
      const first = Math.floor(now() / firstVersionStepMs) * firstVersionStepMs;
      const v = (newest?.v ?? first) + (isAlone ? versionLeap : 1);
      const copy = { id, v, writer, exp: kept.exp, data: kept.data };
      const written = await Promise.all(
        targets.map(async (target) => {
          const done = await writeOver(target, copy, now());
          if (isLost(done)) failed.set(target.pool, done.error);
          return done;
        }),
      );
      if (written.every(isLost))
        throw unknown('A session could not be written.', [...errorsIn(seen), ...failed.values()]);
      // Stored in one pool and lost in the other: write once more, with the leap.
      if (written.every((done) => done === 'stored')) return true;
    }
    throw new SessionUnknownError(`The session was changed by others during each of ${maxTries} attempts to write it.`);
  }

  /** During a write copies differ for a moment. If they still differ after that, one pool was away. */
  async #readUntilSettled(id: string, writer?: string): Promise<readonly PoolRead<T>[]> {
    let seen = await this.#readPools(id);
    // A writer that finds its own copy knows why the copies differ, and does not wait.
    const isMine = () => copiesIn(seen).some((copy) => copy.writer === writer);
    for (let looks = 1; isUnsettled(seen, writer) && !isMine() && looks < maxTries; looks++) {
      await this.#needs.pause(settleMs);
      const before = seen;
      seen = await this.#readPools(id);
      if (areAlike(before, seen)) break;
    }
    return seen;
  }

  #readPools(id: string): Promise<readonly PoolRead<T>[]> {
    const { pools, schema } = this.#needs;
    return Promise.all(pools.map((pool) => readPool(pool, schema, id)));
  }

  #alive(copy: Copy<T> | undefined): Copy<T> | undefined {
    return copy && this.#needs.now() < copy.exp ? copy : undefined;
  }
}

/** To a writer also half of a copy: what it writes next to it must not outrun a first write that is being confirmed. */
const isUnsettled = <T>(seen: readonly PoolRead<T>[], writer: string | undefined): boolean =>
  differ(seen) || (writer !== undefined && isHalf(seen));

const assertAllAnswered = <T>(seen: readonly PoolRead<T>[]) => {
  const errors = errorsIn(seen);
  if (errors.length > 0) throw unknown('A session could not be asked for, and no other copy of it was found.', errors);
};

const isLost = (done: WriteResult) => typeof done === 'object';

const errorsIn = <T>(seen: readonly PoolRead<T>[]) => seen.flatMap((one) => (one.kind === 'away' ? [one.error] : []));

const unknown = (what: string, errors: readonly unknown[]) =>
  new SessionUnknownError(what, { cause: new AggregateError(errors) });
