/** Items passed on in the background, a few at a time, from memory. A mail is accepted whether or not this works. */
export interface BackgroundQueue<T> {
  add(item: T): void;
  /** Items dropped because too many were waiting, or after too many attempts. */
  readonly dropped: number;
  /** Resolves when no item waits, or after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
}

interface Options<T> {
  /** Throws when it fails; it is then called again with the same items. */
  readonly pass: (items: readonly T[]) => Promise<void>;
  readonly atATime: number;
  readonly mostWaiting: number;
  /** Milliseconds that fewer than `atATime` items wait for more. Default: 0. */
  readonly lingerMs?: number;
  readonly retryMs?: number;
  /** Attempts before an item is dropped. Default: no limit. */
  readonly attempts?: number;
}

export const backgroundQueue = <T>(options: Options<T>): BackgroundQueue<T> => {
  const { atATime, attempts = Number.POSITIVE_INFINITY, lingerMs = 0, mostWaiting, pass, retryMs = 500 } = options;
  const waiting: T[] = [];
  let dropped = 0;
  let flowing: Promise<void> | undefined;

  const flow = async (): Promise<void> => {
    for (let failures = 0; waiting.length > 0; ) {
      // At least one turn of the event loop, so that items added at once are passed on at once.
      if (waiting.length < atATime) await new Promise((resolve) => setTimeout(resolve, lingerMs));
      const items = waiting.slice(0, atATime);
      try {
        await pass(items);
        failures = 0;
      } catch {
        failures++;
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
        if (failures < attempts) continue;
        dropped += items.length;
        failures = 0;
      }
      waiting.splice(0, items.length);
    }
  };

  return {
    add: (item) => {
      if (waiting.length >= mostWaiting) {
        dropped++;
        return;
      }
      waiting.push(item);
      flowing ??= flow().finally(() => {
        flowing = undefined;
      });
    },
    get dropped() {
      return dropped;
    },
    drain: async (milliseconds) => {
      await Promise.race([flowing, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())]);
    },
  };
};
