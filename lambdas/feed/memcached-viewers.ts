import { addressesPerNetwork, networkOf } from '../domain/network';
import type { Memcached } from '../platform/memcached/memcached';
import type { Viewers } from './ports';
import { type Counted, isPossibleLot, oneInOf, type ViewerCount, viewersOf, windowSeconds } from './viewers';

const ttlSeconds = 4 * windowSeconds;

/** Counts who follows in windows of thirty seconds, in memcached. What it forgets is counted again half a minute later. */
export class MemcachedViewers implements Viewers {
  readonly #data: Pick<Memcached, 'get' | 'set' | 'count'>;
  readonly #now: () => Date;

  constructor(data: Pick<Memcached, 'get' | 'set' | 'count'>, now: () => Date) {
    this.#data = data;
    this.#now = now;
  }

  async count(raceId: string): Promise<ViewerCount | undefined> {
    const [before, now] = await Promise.all([this.#read(raceId, -1), this.#read(raceId, 0)]);
    return viewersOf(before, now);
  }

  async #read(raceId: string, windows: -1 | 0): Promise<Counted> {
    const [sum = 0, squares = 0] = await Promise.all(
      (['sum', 'squares'] as const).map(async (what) =>
        Number((await this.#data.get(this.#key(raceId, what, windows)))?.toString() ?? 0),
      ),
    );
    return { sum, squares };
  }

  expect(raceId: string, mostOfAddress: number, forSeconds: number): Promise<void> {
    return this.#data.set(liveKey(raceId), String(mostOfAddress), forSeconds);
  }

  async add(raceId: string, oneIn: number, address: string): Promise<void> {
    const live = await this.#data.get(liveKey(raceId));
    if (live === undefined) return;
    const mostOfAddress = Number(live.toString());
    if (!isPossibleLot(oneIn, oneInOf((await this.count(raceId))?.to ?? 0))) return;
    const network = networkOf(address);
    const [own, all] = await Promise.all(
      [address, network].map(async (who) =>
        who === undefined ? 0 : this.#data.count(this.#key(raceId, `of:${who}`, 0), oneIn, ttlSeconds),
      ),
    );
    if ((own ?? 0) > mostOfAddress || (all ?? 0) > addressesPerNetwork * mostOfAddress) return;
    await this.#data.count(this.#key(raceId, 'sum', 0), oneIn, ttlSeconds);
    await this.#data.count(this.#key(raceId, 'squares', 0), oneIn * oneIn, ttlSeconds);
  }

  #key(raceId: string, what: 'sum' | 'squares' | `of:${string}`, windows: -1 | 0): string {
    const window = Math.floor(this.#now().getTime() / (1000 * windowSeconds)) + windows;
    return `feed-viewers:${raceId}:${window}:${what}`;
  }
}

/** This key is there while the crowd is counted. Its value is the number of people for which one address counts at most. */
const liveKey = (raceId: string) => `feed-live:${raceId}`;
