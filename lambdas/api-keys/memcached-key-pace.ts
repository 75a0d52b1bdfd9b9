import { callersOf } from '../domain/network';
import type { Memcached } from '../platform/memcached/memcached';
import { sha256 } from '../platform/signed-tokens';
import { readKey } from './api-key';
import type { KeyPace } from './ports';

/** Of one key. Timing software posts what came in every few seconds. */
const mostPerSecond = 20;
/** Of one key and set: a start list holds up the times of its set while it is built. */
const secondsOfStartList = 10;
/**
 * Of keys from one address that nobody was given; an IPv6 network gets four times as many. Behind them is a stranger, or one wrong
 * setting.
 */
const mostUnknownPerMinute = 60;

/** Counts in the shared cache. Unknown keys are counted in the process, too: without the cache somebody could guess as fast as we answer. */
export class MemcachedKeyPace implements KeyPace {
  readonly #memcached: Pick<Memcached, 'count' | 'get'>;
  readonly #now: () => Date;
  readonly #report: (error: unknown) => void;
  /** Of one minute, by address and by network. */
  readonly #unknown = new Map<string, number>();
  #minute = 0;

  /** `report` is told of counts that got lost. */
  constructor(memcached: Pick<Memcached, 'count' | 'get'>, now: () => Date, report: (error: unknown) => void) {
    this.#memcached = memcached;
    this.#now = now;
    this.#report = report;
  }

  async mayAsk(key: string, address: string): Promise<boolean> {
    const second = this.#second();
    const callers = callersOf(address);
    if (callers.some(({ caller, addresses }) => this.#unknownHere(caller) >= addresses * mostUnknownPerMinute))
      return false;
    const [asked, unknown] = await Promise.all([
      // By what was sent: who knows the id of a key alone cannot use up what its owner may do.
      this.#memcached.count(`api-key:${sha256(key)}:${second}`, 1, 10),
      Promise.all(callers.map(({ caller }) => this.#memcached.get(unknownKey(caller, second)))),
    ]).catch((error: unknown) => {
      this.#report(error);
      return [0, []] as const;
    });
    const isUnknownTooOften = callers.some(
      ({ addresses }, n) => Number(unknown[n] ?? 0) >= addresses * mostUnknownPerMinute,
    );
    return asked <= mostPerSecond && !isUnknownTooOften;
  }

  async mayBuildStartList(key: string, raceId: string, setId: string): Promise<boolean> {
    // Who has no key is told so.
    if (!readKey(key)) return true;
    const window = Math.floor(this.#second() / secondsOfStartList);
    const counted = `api-key-start-list:${sha256([key, raceId, setId].join(' '))}:${window}`;
    const built = await this.#memcached.count(counted, 1, 2 * secondsOfStartList).catch((error: unknown) => {
      this.#report(error);
      return 0;
    });
    return built <= 1;
  }

  #second(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }

  /** What this process has seen of an address or a network in this minute. */
  #unknownHere(caller: string): number {
    const minute = Math.floor(this.#second() / 60);
    if (minute !== this.#minute) this.#unknown.clear();
    this.#minute = minute;
    return this.#unknown.get(caller) ?? 0;
  }

  async noteUnknown(address: string): Promise<void> {
    const second = this.#second();
    await Promise.all(
      callersOf(address).map(({ caller }) => {
        this.#unknown.set(caller, this.#unknownHere(caller) + 1);
        return this.#memcached.count(unknownKey(caller, second), 1, 120);
      }),
    ).catch(this.#report);
  }
}

const unknownKey = (caller: string, second: number) => `api-key-unknown:${caller}:${Math.floor(second / 60)}`;
