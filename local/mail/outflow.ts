/** What is handed on in the background, a few at a time, in memory: the mail was accepted whether or not this works. */
export interface Outflow<T> {
  add(item: T): void;
  /** Items thrown away because too many were waiting. */
  readonly dropped: number;
  /** Resolves when nothing waits any more, or after so many milliseconds. */
  drain(milliseconds: number): Promise<void>;
}

interface Options<T> {
  /** Throws while it does not work; it is then asked again with the same items. */
  readonly pass: (items: readonly T[]) => Promise<void>;
  readonly atATime: number;
  readonly mostWaiting: number;
  /** How long fewer than `atATime` wait for more to come. Default 0. */
  readonly lingerMs?: number;
  readonly retryMs?: number;
  /** Give an item up after so many attempts; unless said, never. */
  readonly attempts?: number;
}

export const outflow = <T>(options: Options<T>): Outflow<T> => {
  const { atATime, attempts = Number.POSITIVE_INFINITY, lingerMs = 0, mostWaiting, pass, retryMs = 500 } = options;
  const waiting: T[] = [];
  let dropped = 0;
  let flowing: Promise<void> | undefined;

  const flow = async (): Promise<void> => {
    for (let failures = 0; waiting.length > 0; ) {
      // At least a turn of the event loop: what is added together is passed on together.
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
