import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Memcached } from '../memcached/memcached';
import type { Copy, Schema } from './copy';
import { allHave, areAlike, copiesIn, differ, has, look, newestIn, type Seen, type Written, writeOver } from './pool';
import { SessionUnknownError } from './session-unknown-error';

/** What to keep, and until when, in milliseconds since the epoch. */
export interface Kept<T> {
  readonly data: T;
  readonly exp: number;
}

interface Needs<T> {
  /** One in each zone. */
  readonly pools: readonly [Memcached, Memcached];
  /** Bytes it does not read are a lost copy: it must read what the versions of the code before and after this one write. */
  readonly schema: Schema<T>;
  /** Asked about a session only while its copies do not vouch for each other: what is there may be what came back. */
  readonly wasEnded: (id: string) => Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly newWriter?: () => string;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

const maxTries = 10;
/** In milliseconds. Jittered: two who met would meet again. */
const pauseBeforeTryMs = (tries: number) => Math.random() * Math.min(25, 5 * 2 ** tries);
/** Longer than a writer rests who has met another: by then he has written again. */
const settleMs = 40;
/**
 * How far a write outranks the last when only one pool could be written: whoever writes both at that moment leaves in the
 * other pool, before he meets this one and tries again, a version or a few that nobody was told of. It must not win.
 */
const versionLeap = 1000;

/**
 * Sessions over two pools of memcached, written to both and read from both: the higher version wins, and mends the other.
 * While one pool is well, no write that was said to be kept is lost, whatever the other does: die, hang, come back empty or
 * with old data. Where no copy is found and a pool did not answer, nobody knows: SessionUnknownError.
 */
export class TwoPoolSessions<T> {
  readonly #needs: Required<Needs<T>>;

  constructor(needs: Needs<T>) {
    this.#needs = { now: Date.now, newWriter: randomUUID, pause: (ms) => setTimeout(ms), ...needs };
  }

  /** `undefined`: both pools have answered that they have none. */
  async read(id: string): Promise<T | 'ended' | undefined> {
    const seen = await this.#lookUntilSettled(id);
    const live = this.#alive(newestIn(seen));
    if (!live) {
      mustAnswer(seen);
      return undefined;
    }
    if (allHave(seen, live)) return live.data ?? 'ended';
    if (live.data !== undefined && (await this.#needs.wasEnded(id))) return 'ended';
    // What another has written meanwhile is newer than this: then nothing is mended, and nothing need be.
    const outdated = seen.filter((one) => !has(one, live));
    await Promise.all(outdated.map((one) => writeOver(one, live, this.#needs.now())));
    return live.data ?? 'ended';
  }

  /**
   * `apply` may be called several times, also on what it made before, so it must come to the same. `isNew`: the caller has
   * made this id just now; a pool that does not answer cannot have it either.
   */
  async change(
    id: string,
    apply: (before: T | undefined) => Kept<T>,
    { isNew = false } = {},
  ): Promise<'kept' | 'ended'> {
    const isKept = await this.#write(id, async (seen, newest) => {
      const live = this.#alive(newest);
      if (!live && !isNew) mustAnswer(seen);
      if (!live) return apply(undefined);
      const isEnded = live.data === undefined || (!allHave(seen, live) && (await this.#needs.wasEnded(id)));
      return isEnded ? undefined : apply(live.data);
    });
    return isKept ? 'kept' : 'ended';
  }

  /** Leaves a tombstone until `exp`: longer than any copy lives that could come back. */
  async end(id: string, exp: number): Promise<void> {
    await this.#write(id, async () => ({ data: undefined, exp }));
  }

  /** False when `next` wants nothing written. Throws SessionUnknownError: it may have been written, or not. */
  async #write(
    id: string,
    next: (seen: readonly Seen<T>[], newest: Copy<T> | undefined) => Promise<Kept<T | undefined> | undefined>,
  ): Promise<boolean> {
    const { now, newWriter, pause } = this.#needs;
    const writer = newWriter();
    /** Pools that took no write, though they answer questions. */
    const failed = new Map<Memcached, unknown>();
    for (let tries = 0; tries < maxTries; tries++) {
      if (tries > 0) await pause(pauseBeforeTryMs(tries));
      const seen = await this.#lookUntilSettled(id, writer);
      const newest = newestIn(seen, writer);
      const kept = await next(seen, newest);
      if (!kept) return false;
      const targets = seen.filter(({ kind, pool }) => kind !== 'away' && !failed.has(pool));
      const isAlone = targets.length < seen.length;
      // The clock only where nobody remembers any version: then what may yet come back is older than this.
      const v = (newest?.v ?? now()) + (isAlone ? versionLeap : 1);
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
      // Stored in one and lost in the other: once more, with the leap.
      if (written.every((done) => done === 'stored')) return true;
    }
    throw new SessionUnknownError(`This session was changed by others each of ${maxTries} times it was to be written.`);
  }

  /** Copies that differ may do so for a moment only, while they are written: what stays so is a pool that was away. */
  async #lookUntilSettled(id: string, writer?: string): Promise<readonly Seen<T>[]> {
    let seen = await this.#look(id);
    // Whoever finds what he himself has just left there knows why they differ, and is the one to be waited for.
    const isMine = () => copiesIn(seen).some((copy) => copy.writer === writer);
    for (let looks = 1; differ(seen) && !isMine() && looks < maxTries; looks++) {
      await this.#needs.pause(settleMs);
      const before = seen;
      seen = await this.#look(id);
      if (areAlike(before, seen)) break;
    }
    return seen;
  }

  #look(id: string): Promise<readonly Seen<T>[]> {
    const { pools, schema } = this.#needs;
    return Promise.all(pools.map((pool) => look(pool, schema, id)));
  }

  #alive(copy: Copy<T> | undefined): Copy<T> | undefined {
    return copy && this.#needs.now() < copy.exp ? copy : undefined;
  }
}

const mustAnswer = <T>(seen: readonly Seen<T>[]) => {
  const errors = errorsIn(seen);
  if (errors.length > 0) throw unknown('A session could not be asked for, and no other copy of it was found.', errors);
};

const isLost = (done: Written) => typeof done === 'object';

const errorsIn = <T>(seen: readonly Seen<T>[]) => seen.flatMap((one) => (one.kind === 'away' ? [one.error] : []));

const unknown = (what: string, errors: readonly unknown[]) =>
  new SessionUnknownError(what, { cause: new AggregateError(errors) });
