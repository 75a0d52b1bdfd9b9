import type { Memcached } from '../platform/memcached/memcached';
import type { StaffPace } from './ports';

/** In a minute, of one session. A screen asks every few seconds, and a search with each pause of the typing. */
const mostRequests = 1200;
/** In a minute, of what takes long, or reads a passkey. */
const mostCostly = 30;
/** In a minute, of cookies from one network that nobody was given. */
const mostUnknown = 120;
const windowSeconds = 60;

/** Counts in the shared cache. It only bounds: counts that get lost keep nobody out. */
export class MemcachedStaffPace implements StaffPace {
  readonly #memcached: Pick<Memcached, 'count' | 'get'>;
  readonly #now: () => number;
  readonly #report: (error: unknown) => void;

  /** `now`: milliseconds since the epoch. `report` is told of counts that got lost. */
  constructor(memcached: Pick<Memcached, 'count' | 'get'>, now: () => number, report: (error: unknown) => void) {
    this.#memcached = memcached;
    this.#now = now;
    this.#report = report;
  }

  async mayAsk(secretHash: string, network: string, isCostly: boolean): Promise<boolean> {
    try {
      const [asked, costly, unknown] = await Promise.all([
        this.#count(`staff-requests:${secretHash}`),
        isCostly ? this.#count(`staff-costly:${secretHash}`) : 0,
        this.#memcached.get(this.#inMinute(`staff-unknown:${network}`)),
      ]);
      return asked <= mostRequests && costly <= mostCostly && Number(unknown ?? 0) < mostUnknown;
    } catch (error) {
      this.#report(error);
      return true;
    }
  }

  async noteUnknown(network: string): Promise<void> {
    await this.#count(`staff-unknown:${network}`).catch(this.#report);
  }

  #count(key: string): Promise<number> {
    return this.#memcached.count(this.#inMinute(key), 1, 2 * windowSeconds);
  }

  #inMinute(key: string): string {
    return `${key}:${Math.floor(this.#now() / 1000 / windowSeconds)}`;
  }
}
