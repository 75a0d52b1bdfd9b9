import type { Memcached } from '../../platform/memcached/memcached';
import { undealtOf, whereLeft } from '../../spots/blocks/memcached-undealt';
import type { LeftOfBlock } from '../../spots/blocks/ports';
import { enrolmentKey, issuedKey } from '../pass/memcached-pass-memory';
import type { AskCounts } from './admission';
import { countBusy } from './memcached-strain';
import { counters, type LineCounts } from './ports';

/** As long as any line. */
const keptSeconds = 7 * 86_400;

/** Counters that `register` counts up and a tick reads. Losing them costs some calls too many, for a minute. */
export class MemcachedLineCounts implements LineCounts, AskCounts {
  readonly #memcached: Pick<Memcached, 'get' | 'count' | 'add' | 'decrement' | 'delete'>;

  constructor(memcached: Pick<Memcached, 'get' | 'count' | 'add' | 'decrement' | 'delete'>) {
    this.#memcached = memcached;
  }

  read(lineId: string, eventId: string) {
    const keys = Array.from({ length: counters }, (_, counter) => keyOf(lineId, eventId, counter));
    return Promise.all(keys.map(async (key) => Number((await this.#memcached.get(key))?.toString().trim() ?? 0)));
  }

  /** One after the other: what was issued before the end is counted by then. */
  async enrolment(lineId: string) {
    const ended = await this.#memcached.get(enrolmentKey(lineId));
    const issued = await this.#memcached.get(issuedKey(lineId));
    return { endedAt: ended && Number(ended.toString()), issued: Number(issued?.toString().trim() ?? 0) };
  }

  async endEnrolment(lineId: string, at: number) {
    await this.#memcached.add(enrolmentKey(lineId), String(at), keptSeconds);
  }

  resumeEnrolment(lineId: string) {
    return this.#memcached.delete(enrolmentKey(lineId));
  }

  undealt(blockId: string, size: number) {
    return undealtOf(this.#memcached, blockId, size);
  }

  whereLeft(block: LeftOfBlock) {
    return whereLeft(this.#memcached, block);
  }

  async add(lineId: string, eventId: string, counter: number, much: number) {
    await this.#memcached.count(keyOf(lineId, eventId, counter), much, keptSeconds);
  }

  /** True for the first time that a pass asks for this event. */
  isFirstAsk(eventId: string, passId: string) {
    return this.#memcached.add(`line-asked:${eventId}:${passId}`, '', keptSeconds);
  }

  addSeats(passId: string, seats: number) {
    return this.#memcached.count(seatsKeyOf(passId), seats, daySeconds);
  }

  takeBackSeats(passId: string, seats: number) {
    return this.#memcached.decrement(seatsKeyOf(passId), seats);
  }

  addBusy(raceId: string) {
    return countBusy(this.#memcached, raceId);
  }
}

const daySeconds = 86_400;
const seatsKeyOf = (passId: string) => `line-seats:${passId}`;
const keyOf = (lineId: string, eventId: string, counter: number) => `line-count:${lineId}:${eventId}:${counter}`;
