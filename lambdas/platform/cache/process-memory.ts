import { LRUCache } from 'lru-cache';

/** A value, and the length of its JSON. */
export interface Found<T> {
  readonly value: T;
  readonly size: number;
}

interface Held extends Found<unknown> {
  readonly until: number;
}

/** The values that this process holds, within a limit of bytes. The least recently used value goes first. */
export class ProcessMemory {
  readonly #held: LRUCache<string, Held>;

  constructor(maxBytes: number) {
    this.#held = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ size }, key) => size + key.length + 64 });
  }

  find<T>(key: string, now: number): Found<T> | undefined {
    const held = this.#held.get(key);
    return held && now < held.until ? (held as Found<T> & Held) : undefined;
  }

  hold({ value, size }: Found<unknown>, key: string, until: number): void {
    this.#held.set(key, { value, size, until });
  }

  forget(key: string): void {
    this.#held.delete(key);
  }
}
