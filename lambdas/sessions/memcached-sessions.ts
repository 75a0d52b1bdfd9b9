import type { Memcached } from '../platform/memcached/memcached';
import { TwoPoolSessions } from '../platform/sessions/two-pool-sessions';
import { sessionMessage } from './messages';
import { type Decisions, type EndedSessions, endedKeptMs, keptUntil, type Session, type Sessions } from './sessions';

interface Needs {
  /** One in each zone. */
  readonly pools: readonly [Memcached, Memcached];
  readonly ended: Pick<EndedSessions, 'recent'>;
  readonly now: () => Date;
}

export class MemcachedSessions implements Sessions {
  readonly #pools: TwoPoolSessions<Session>;
  readonly #now: () => Date;

  constructor({ pools, ended, now }: Needs) {
    this.#pools = new TwoPoolSessions({
      pools,
      schema: sessionMessage,
      wasEnded: async (hash) => (await ended.recent()).includes(hash),
      now: () => now().getTime(),
    });
    this.#now = now;
  }

  read(hash: string) {
    return this.#pools.read(hash);
  }

  change(hash: string, apply: (before: Session | undefined) => Session | undefined, options?: { isNew: boolean }) {
    const kept = (data: Session | undefined) => data && { data, exp: keptUntil(data, this.#now()) };
    return this.#pools.change(hash, (before) => kept(apply(before)), options);
  }

  end(hash: string) {
    return this.#pools.end(hash, this.#now().getTime() + endedKeptMs);
  }
}

interface OutcomeLookup {
  /** Undefined when the registration is not decided, or nobody remembers. Rejects when the cache does not answer. */
  find(registrationId: string): Promise<unknown>;
}

export class MemcachedDecisions implements Decisions {
  readonly #outcomes: OutcomeLookup;

  constructor(outcomes: OutcomeLookup) {
    this.#outcomes = outcomes;
  }

  // A failed lookup counts as not decided. A hold that is shown once too often does no harm: registering again with it
  // gives the same registration.
  isDecided(registrationId: string) {
    return this.#outcomes.find(registrationId).then(
      (outcome) => outcome !== undefined,
      () => false,
    );
  }
}
