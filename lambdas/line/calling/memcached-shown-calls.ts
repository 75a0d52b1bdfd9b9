import * as v from 'valibot';
import type { Memcached } from '../../platform/memcached/memcached';
import type { ShownCalls } from './shown-calls';

/** As long as any line. */
const keptSeconds = 7 * 86_400;

const kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ seed: v.optional(v.string()), calledTo: v.record(v.string(), v.number()) }),
);

/** What `show-line` shows of lines, for `register`. When it is lost, the next look at the line brings it back. */
export class MemcachedShownCalls {
  readonly #memcached: Pick<Memcached, 'get' | 'set'>;

  constructor(memcached: Pick<Memcached, 'get' | 'set'>) {
    this.#memcached = memcached;
  }

  keep(lineId: string, calls: ShownCalls): Promise<void> {
    return this.#memcached.set(keyOf(lineId), JSON.stringify(calls), keptSeconds);
  }

  async find(lineId: string): Promise<ShownCalls | undefined> {
    const found = await this.#memcached.get(keyOf(lineId));
    const read = v.safeParse(kept, found?.toString());
    return read.success ? read.output : undefined;
  }
}

const keyOf = (lineId: string) => `line-shown:${lineId}`;
