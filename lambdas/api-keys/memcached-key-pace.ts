import type { Memcached } from '../platform/memcached/memcached';
import { sha256 } from '../platform/signed-tokens';
import { readKey } from './api-key';
import type { KeyPace } from './ports';

/** Of one key. Timing software posts what came in every few seconds. */
const mostPerSecond = 20;
/** Of one key and set: a start list holds up the times of its set while it is built. */
const secondsOfStartList = 10;
/** Of keys from one network that nobody was given. Behind them is a stranger, or one wrong setting. */
const mostUnknownPerMinute = 60;

/** Counts in the shared cache. Unknown keys are counted in the process, too: without the cache somebody could guess as fast as we answer. */
export class MemcachedKeyPace implements KeyPace {
  readonly #memcached: Pick<Memcached, 'count' | 'get'>;
  readonly #now: () => Date;
  readonly #report: (error: unknown) => void;
  /** Of one minute, by network. */
  readonly #unknown = new Map<string, number>();
  #minute = 0;

  /** `report` is told of counts that got lost. */
  constructor(memcached: Pick<Memcached, 'count' | 'get'>, now: () => Date, report: (error: unknown) => void) {
    this.#memcached = memcached;
    this.#now = now;
    this.#report = report;
  }

  async mayAsk(key: string, network: string): Promise<boolean> {
    const second = this.#second();
    if (this.#unknownHere(network) >= mostUnknownPerMinute) return false;
    const [asked, unknown] = await Promise.all([
      // By what was sent: who knows the id of a key alone cannot use up what its owner may do.
      this.#memcached.count(`api-key:${sha256(key)}:${second}`, 1, 10),
      this.#memcached.get(unknownKey(network, second)),
    ]).catch((error: unknown) => {
      this.#report(error);
      return [0, undefined] as const;
    });
    return asked <= mostPerSecond && Number(unknown ?? 0) < mostUnknownPerMinute;
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

  /** What this process has seen of a network in this minute. */
  #unknownHere(network: string): number {
    const minute = Math.floor(this.#second() / 60);
    if (minute !== this.#minute) this.#unknown.clear();
    this.#minute = minute;
    return this.#unknown.get(network) ?? 0;
  }

  async noteUnknown(network: string): Promise<void> {
    const second = this.#second();
    this.#unknown.set(network, this.#unknownHere(network) + 1);
    await this.#memcached.count(unknownKey(network, second), 1, 120).catch(this.#report);
  }
}

const unknownKey = (network: string, second: number) => `api-key-unknown:${network}:${Math.floor(second / 60)}`;
