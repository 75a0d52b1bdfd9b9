import * as v from 'valibot';
import { isSameClaim } from '../../domain/claim';
import { markInAll } from '../../platform/memcached/mark-in-all';
import type { Memcached } from '../../platform/memcached/memcached';
import { lackMessage, rememberedMessage } from '../messages';
import type { Lack, Remembered, RememberedClaims, ScarceVerdicts } from './ports';

/** Longer than a function runs: a caller that died is not waited for any longer. */
const claimingSeconds = 12;

/** Both keys are on one node, which does in their order what is sent in one write. */
const claimsKey = (registrationId: string) => `claims:{${registrationId}}`;
const markKey = (registrationId: string) => `claiming:{${registrationId}}`;

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
   * Callers that come at once meet in the first pool that answers, so that one alone is marked. It is read after its mark, in the
   * same write: it has what callers before have kept. What the other pool says may be a moment older, and takes nothing away.
   */
  async begin(registrationId: string) {
    const [first, ...others] = this.#pools;
    const mark = (pools: readonly Memcached[]) => markInAll(pools, markKey(registrationId), claimingSeconds);
    const marking = mark(first ? [first] : []);
    const finding = this.#find(registrationId);
    // Whoever is not the first does not wait for it.
    finding.catch(() => undefined);
    const isFirst = await marking.catch((error: unknown) => {
      if (others.length === 0) throw error;
      return undefined;
    });
    if (isFirst === false || (isFirst === undefined && !(await mark(others)))) return undefined;
    const turn = this.#turn(registrationId, isFirst && first ? [first] : others);
    try {
      // The others were read before they were marked.
      return { ...turn, remembered: await (isFirst ? finding : this.#find(registrationId)) };
    } catch (error) {
      await turn.end().catch(() => undefined);
      throw error;
    }
  }

  #turn(registrationId: string, marked: readonly Memcached[]) {
    let isEnded = false;
    const end = async () => {
      // Not a second time: somebody else may have begun.
      if (isEnded) return;
      isEnded = true;
      await eachOf(marked, (pool) => pool.delete(markKey(registrationId)));
    };
    const keepAndEnd = async (remembered: Remembered, seconds: number) => {
      const value = JSON.stringify(remembered);
      const kept = eachOf(this.#pools, (pool) => pool.set(claimsKey(registrationId), value, seconds));
      // In the same write as what is kept. A mark that stays is over soon.
      const ended = end().catch(() => undefined);
      await kept;
      await ended;
    };
    return { keepAndEnd, end };
  }

  async #find(registrationId: string): Promise<Remembered> {
    const found = await eachOf(this.#pools, async (pool) => {
      const value = await pool.get(claimsKey(registrationId));
      return value && v.parse(rememberedMessage, JSON.parse(value.toString()));
    });
    const [dropped, claims] = [
      found.flatMap((one) => one?.dropped ?? []),
      found.flatMap((one) => one?.claims ?? []),
    ].map((all) => all.filter((claim, n) => all.findIndex((other) => isSameClaim(claim, other)) === n));
    return { claims: claims ?? [], dropped: dropped ?? [], codes: found.flatMap((one) => one?.codes ?? []) };
  }
}

/** The answers of those pools that do not fail. */
const eachOf = async <T>(pools: readonly Memcached[], ask: (pool: Memcached) => Promise<T>): Promise<T[]> => {
  const answers = await Promise.allSettled(pools.map(ask));
  const good = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const [failed] = answers;
  if (good.length === 0 && failed?.status === 'rejected') throw failed.reason;
  return good;
};

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
