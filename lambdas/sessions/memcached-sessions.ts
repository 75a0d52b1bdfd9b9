import type { TwoPoolSessions } from '../platform/sessions/two-pool-sessions';
import type { Sessions } from './ports';
import { endingKept, keptUntil, type Session } from './session';

export class MemcachedSessions implements Sessions {
  readonly #pools: TwoPoolSessions<Session>;
  readonly #now: () => Date;

  constructor(pools: TwoPoolSessions<Session>, now: () => Date) {
    this.#pools = pools;
    this.#now = now;
  }

  read(hash: string) {
    return this.#pools.read(hash);
  }

  change(hash: string, apply: (before: Session | undefined) => Session, options?: { isNew: boolean }) {
    const kept = (data: Session) => ({ data, exp: keptUntil(data, this.#now()) });
    return this.#pools.change(hash, (before) => kept(apply(before)), options);
  }

  end(hash: string) {
    return this.#pools.end(hash, this.#now().getTime() + endingKept);
  }
}
