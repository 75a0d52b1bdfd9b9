import * as v from 'valibot';
import { isSameClaim } from '../../domain/claim';
import { markInAll } from '../../platform/memcached/mark-in-all';
import type { Memcached } from '../../platform/memcached/memcached';
import { lackMessage, rememberedMessage } from '../messages';
import type { Lack, Remembered, RememberedClaims, ScarceVerdicts } from './ports';

/** Longer than a function runs: a caller that died is not waited for any longer. */
const claimingSeconds = 12;

/**
 * Two pools, one in each zone: both are written and both are read, and what either of them knows counts. A pool that
 * fails is passed over. Throws when both fail: then nobody can tell what is claimed.
 */
export class MemcachedClaims implements RememberedClaims {
  readonly #pools: readonly Memcached[];

  constructor(pools: readonly Memcached[]) {
    this.#pools = pools;
  }

  /**
   * Whoever has marked one pool reads everything that callers before have kept. So the other pools are marked, and all are
   * read, with one write to each.
   */
  async begin(registrationId: string) {
    const mark = (pools: readonly Memcached[]) => markInAll(pools, `claiming:${registrationId}`, claimingSeconds);
    const [first, ...others] = this.#pools;
    const isFirst = await mark(first ? [first] : []).catch((error: unknown) => {
      if (others.length === 0) throw error;
      return undefined;
    });
    if (isFirst === false || (isFirst === undefined && !(await mark(others)))) return undefined;
    const isFirstInOthers = isFirst === undefined || others.length === 0 || mark(others).catch(() => true);
    try {
      const [isOurs, remembered] = await Promise.all([isFirstInOthers, this.#find(registrationId)]);
      return isOurs ? remembered : undefined;
    } catch (error) {
      await this.end(registrationId).catch(() => undefined);
      throw error;
    }
  }

  async #find(registrationId: string): Promise<Remembered> {
    const found = await this.#each(async (pool) => {
      const value = await pool.get(`claims:${registrationId}`);
      return value && v.parse(rememberedMessage, JSON.parse(value.toString()));
    });
    const [dropped, claims] = [
      found.flatMap((one) => one?.dropped ?? []),
      found.flatMap((one) => one?.claims ?? []),
    ].map((all) => all.filter((claim, n) => all.findIndex((other) => isSameClaim(claim, other)) === n));
    return { claims: claims ?? [], dropped: dropped ?? [], codes: found.flatMap((one) => one?.codes ?? []) };
  }

  async keep(registrationId: string, remembered: Remembered, seconds: number) {
    const value = JSON.stringify(remembered);
    await this.#each((pool) => pool.set(`claims:${registrationId}`, value, seconds));
  }

  async end(registrationId: string) {
    await this.#each((pool) => pool.delete(`claiming:${registrationId}`));
  }

  async #each<T>(ask: (pool: Memcached) => Promise<T>): Promise<T[]> {
    const answers = await Promise.allSettled(this.#pools.map(ask));
    const good = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const [failed] = answers;
    if (good.length === 0 && failed?.status === 'rejected') throw failed.reason;
    return good;
  }
}

const verdictSeconds = 2;
/** Memcached counts whole seconds: after a second at most one caller asks again, and all others are still told. */
const freshBelowSeconds = 2;
/** How long that one may take. */
const askingSeconds = 1;
const reclaimLockSeconds = 5;

const verdictKey = (pool: string, quantity: number) => `lack:${pool}:${quantity}`;

export class MemcachedVerdicts implements ScarceVerdicts {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async find(pool: string, quantity: number) {
    const { value, won } = await this.#memcached.fetch(verdictKey(pool, quantity), {
      vivifySeconds: askingSeconds,
      refreshBelowSeconds: freshBelowSeconds,
    });
    return won || !value?.length ? undefined : v.parse(lackMessage, JSON.parse(value.toString()));
  }

  async remember(pool: string, quantity: number, verdict: Lack) {
    await this.#memcached.set(verdictKey(pool, quantity), JSON.stringify(verdict), verdictSeconds);
  }

  mayReclaim(pool: string) {
    return this.#memcached.add(`reclaiming:${pool}`, '1', reclaimLockSeconds);
  }
}
