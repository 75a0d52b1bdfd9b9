import { callersOf } from '../domain/network';
import type { Memcached } from '../platform/memcached/memcached';
import type { StaffPace } from './ports';

/** In a minute, of one session. A screen asks every few seconds, and a search with each pause of the typing. */
const mostRequests = 1200;
/** In a minute, of what takes long, reads a passkey, or shows all that is known of a person. */
const mostCostly = 30;
/** In a minute, of pages of thousands of people. A desk reads a race of 60,000 by thirteen, when it is opened and every five minutes. */
const mostPages = 60;
/** In a minute, of cookies from one address that nobody was given; an IPv6 network gets four times as many. */
const mostUnknown = 120;
const windowSeconds = 60;
/** As long as the oldest session lives. */
const knownSeconds = 7 * 86_400;
/** In this process. */
const mostKnown = 10_000;

/** Counts in the shared cache. It only bounds: counts that get lost keep nobody out. */
export class MemcachedStaffPace implements StaffPace {
  readonly #memcached: Pick<Memcached, 'count' | 'get' | 'set'>;
  readonly #now: () => number;
  readonly #report: (error: unknown) => void;
  readonly #known = new Set<string>();

  /** `now`: milliseconds since the epoch. `report` is told of counts that got lost. */
  constructor(
    memcached: Pick<Memcached, 'count' | 'get' | 'set'>,
    now: () => number,
    report: (error: unknown) => void,
  ) {
    this.#memcached = memcached;
    this.#now = now;
    this.#report = report;
  }

  async mayAsk(secretHash: string, address: string, isCostly: boolean): Promise<boolean> {
    const callers = callersOf(address);
    try {
      const [asked, costly, known, unknown] = await Promise.all([
        this.#count(`staff-requests:${secretHash}`),
        isCostly ? this.#count(`staff-costly:${secretHash}`) : 0,
        this.#known.has(secretHash) || this.#memcached.get(knownKey(secretHash)),
        Promise.all(callers.map(({ caller }) => this.#memcached.get(this.#inMinute(`staff-unknown:${caller}`)))),
      ]);
      const isUnknownTooOften = callers.some(({ addresses }, n) => Number(unknown[n] ?? 0) >= addresses * mostUnknown);
      // Strangers behind the same address, such as the Wi-Fi of a venue, shut nobody out who works there.
      return asked <= mostRequests && costly <= mostCostly && (Boolean(known) || !isUnknownTooOften);
    } catch (error) {
      this.#report(error);
      return true;
    }
  }

  async mayReadLong(secretHash: string): Promise<boolean> {
    try {
      return (await this.#count(`staff-pages:${secretHash}`)) <= mostPages;
    } catch (error) {
      this.#report(error);
      return true;
    }
  }

  async noteUnknown(address: string): Promise<void> {
    await Promise.all(callersOf(address).map(({ caller }) => this.#count(`staff-unknown:${caller}`))).catch(
      this.#report,
    );
  }

  async noteKnown(secretHash: string): Promise<void> {
    if (this.#known.has(secretHash)) return;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.add(secretHash);
    await this.#memcached.set(knownKey(secretHash), '1', knownSeconds).catch(this.#report);
  }

  #count(key: string): Promise<number> {
    return this.#memcached.count(this.#inMinute(key), 1, 2 * windowSeconds);
  }

  #inMinute(key: string): string {
    return `${key}:${Math.floor(this.#now() / 1000 / windowSeconds)}`;
  }
}

const knownKey = (secretHash: string) => `staff-known:${secretHash}`;
