import { LRUCache } from 'lru-cache';
import { sha256 } from '../signed-tokens';

/** An answer as it is sent: JSON that was written and hashed once. */
export interface KeptAnswer {
  readonly body: string;
  /** With its quotation marks. */
  readonly etag: string;
}

/** `find` makes the answer when it is not there. What `make` throws is not kept. */
export interface KeptAnswers {
  find(key: string, make: () => Promise<unknown>): KeptAnswer | Promise<KeptAnswer>;
}

interface Limits {
  /** Of all bodies together, in characters. */
  readonly maxBytes: number;
  readonly keepMs: number;
}

/**
 * Answers of this process by a key that names everything they are made of, so none is ever wrong: an answer that is there costs one
 * lookup, without reading, writing and hashing JSON.
 */
export const keepAnswers = ({ maxBytes, keepMs }: Limits): KeptAnswers => {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 128,
    ttl: keepMs,
  });
  const made = async (key: string, make: () => Promise<unknown>): Promise<KeptAnswer> => {
    const body = JSON.stringify(await make());
    const answer = { body, etag: `"${sha256(body)}"` };
    kept.set(key, answer);
    return answer;
  };
  return { find: (key, make) => kept.get(key) ?? made(key, make) };
};
