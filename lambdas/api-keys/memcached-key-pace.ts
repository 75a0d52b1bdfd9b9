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

/** Seconds for which a key counts as good after it was used. A timer tries theirs in the days before the race. */
const knownSeconds = 7 * 86_400;

/** Counts in the shared cache. Unknown keys are counted in the process, too: without the cache somebody could guess as fast as we answer. */
export class MemcachedKeyPace implements KeyPace {
  readonly #memcached: Pick<Memcached, 'count' | 'get' | 'set'>;
  readonly #now: () => Date;
  readonly #report: (error: unknown) => void;
  /** Of one minute, by address and by network. */
  readonly #unknown = new Map<string, number>();
  #minute = 0;
  /** The hashes of keys that were good. */
  readonly #known = new Set<string>();

  /** `report` is told of counts that got lost. */
  constructor(memcached: Pick<Memcached, 'count' | 'get' | 'set'>, now: () => Date, report: (error: unknown) => void) {
    this.#memcached = memcached;
    this.#now = now;
    this.#report = report;
  }

  async mayAsk(key: string, address: string): Promise<boolean> {
    const second = this.#second();
    const callers = callersOf(address);
    const hash = sha256(key);
    const [asked, known, unknown] = await Promise.all([
      // By what was sent: who knows the id of a key alone cannot use up what its owner may do.
      this.#memcached.count(`api-key:${hash}:${second}`, 1, 10),
      this.#memcached.get(knownKey(hash)),
      Promise.all(callers.map(({ caller }) => this.#memcached.get(unknownKey(caller, second)))),
    ]).catch((error: unknown) => {
      this.#report(error);
      return [0, undefined, []] as const;
    });
    // Strangers behind the same address, such as the Wi-Fi of a venue, do not stop the timer of the race.
    const isKnown = known !== undefined || this.#known.has(hash);
    const isUnknownTooOften = callers.some(
      ({ caller, addresses }, n) =>
        Math.max(this.#unknownHere(caller), Number(unknown[n] ?? 0)) >= addresses * mostUnknownPerMinute,
    );
    return asked <= mostPerSecond && (isKnown || !isUnknownTooOften);
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

  async noteKnown(key: string): Promise<void> {
    const hash = sha256(key);
    if (this.#known.has(hash)) return;
    this.#known.add(hash);
    await this.#memcached.set(knownKey(hash), '1', knownSeconds).catch(this.#report);
  }
}

const knownKey = (hash: string) => `api-key-known:${hash}`;
const unknownKey = (caller: string, second: number) => `api-key-unknown:${caller}:${Math.floor(second / 60)}`;
