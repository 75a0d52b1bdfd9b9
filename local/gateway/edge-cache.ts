import { LRUCache } from 'lru-cache';
import type { Answer } from './answer';
import { type Freshness, freshnessOf } from './freshness';

interface Kept {
  readonly answer: Answer;
  readonly storedAt: number;
  readonly freshness: Freshness;
}

export interface FromEdge {
  readonly answer: Answer;
  /** `miss`: fetched for this request. `collapsed`: shares the fetch of an earlier request. */
  readonly from: 'hit' | 'stale' | 'miss' | 'collapsed' | 'error';
  /** Whole seconds since the origin sent it. */
  readonly age: number;
}

interface Options {
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
  readonly maxBytes?: number;
}

/**
 * CloudFront's cache for GET. Concurrent requests for the same key cause one fetch: ten thousand runners who reload
 * when registration opens cause one request to the functions.
 */
export const edgeCache = ({ clock = () => performance.now(), maxBytes = 64 << 20 }: Options = {}) => {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) => answer.body.length + key.length + 512,
  });
  const flights = new Map<string, Promise<Answer>>();

  const fetchOnce = (key: string, fetch: () => Promise<Answer>): Promise<Answer> => {
    const flight = fetch()
      .then((answer) => {
        const freshness = freshnessOf(answer);
        if (freshness.fresh > 0) kept.set(key, { answer, storedAt: clock(), freshness });
        else if (answer.status < 500) kept.delete(key);
        return answer;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };

  const afterFetch = (answer: Answer, from: 'miss' | 'collapsed', old: Kept | undefined, age: number): FromEdge =>
    answer.status >= 500 && old && age <= old.freshness.fresh + old.freshness.ifError
      ? { answer: old.answer, from: 'stale', age: Math.floor(age) }
      : { answer, from: answer.status >= 500 ? 'error' : from, age: 0 };

  return async (key: string, fetch: () => Promise<Answer>): Promise<FromEdge> => {
    const old = kept.get(key);
    const age = old ? (clock() - old.storedAt) / 1000 : 0;
    if (old && age < old.freshness.fresh) return { answer: old.answer, from: 'hit', age: Math.floor(age) };
    const flight = flights.get(key);
    if (old && age < old.freshness.fresh + old.freshness.whileRevalidating) {
      // No request waits for this fetch, so its failure is ignored: the first request after the stale time fetches
      // again.
      if (!flight) fetchOnce(key, fetch).catch(() => undefined);
      return { answer: old.answer, from: 'stale', age: Math.floor(age) };
    }
    if (!flight) return afterFetch(await fetchOnce(key, fetch), 'miss', old, age);
    const shared = await flight;
    // An answer that must not be cached must not be shared either: it may be personal.
    if (freshnessOf(shared).fresh > 0 || shared.status >= 500) return afterFetch(shared, 'collapsed', old, age);
    return { answer: await fetch(), from: 'miss', age: 0 };
  };
};
