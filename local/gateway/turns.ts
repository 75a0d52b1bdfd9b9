/** The waiting calls of one function. */
interface FunctionQueue {
  readonly waiting: { readonly since: number; readonly go: () => void }[];
  refused: number;
  countsSince: number;
  retryAfter: number;
}

interface Options {
  /** Calls that start in one turn of the event loop. */
  readonly atOnce: number;
  /** A queue takes no more calls while one of them has waited longer than this, in milliseconds. */
  readonly maxWaitMs: number;
  /** Milliseconds, of a clock that never goes back. */
  readonly clock?: () => number;
}

export interface Turns {
  /** Resolves when a call of this function may start. */
  turn(functionName: string): Promise<void>;
  /** Undefined: the function's queue takes another call. Otherwise the seconds after which to ask again. */
  refusal(functionName: string): number | undefined;
}

/**
 * The rate of refusals that a queue aims at: the more it refuses, the later it lets clients ask again. A refusal costs a
 * tenth of a millisecond. If a crowd came back every few seconds, refusing it would take the whole thread.
 */
const refusalsPerSecond = 200;
const maxRetryAfterSeconds = 60;

/**
 * Starts waiting calls, `atOnce` in each turn of the event loop: the oldest call of each function in rotation. In Lambda
 * each invocation has its own environment, and each function its own concurrency limit. Here all share one thread: if
 * thousands started at once when registration opens, their timeouts would pass while they wait for the thread, and clients
 * would retry and add more work. With one queue for all functions, a crowd that asks for spots would delay those who pay.
 */
export const inTurns = ({ atOnce, maxWaitMs, clock = () => performance.now() }: Options): Turns => {
  const queues = new Map<string, FunctionQueue>();
  /** Queues with waiting calls, in the order of rotation. */
  let rotation: FunctionQueue[] = [];

  const queueOf = (name: string): FunctionQueue => {
    const known = queues.get(name);
    if (known) return known;
    const queue = { waiting: [], refused: 0, countsSince: clock(), retryAfter: 1 };
    queues.set(name, queue);
    return queue;
  };

  const next = () => {
    const begin: (() => void)[] = [];
    while (begin.length < atOnce && rotation.length > 0) {
      const [queue, ...others] = rotation as [FunctionQueue, ...FunctionQueue[]];
      const call = queue.waiting.shift();
      if (call) begin.push(call.go);
      rotation = queue.waiting.length > 0 ? [...others, queue] : others;
    }
    if (rotation.length > 0) setImmediate(next);
    for (const go of begin) go();
  };

  return {
    turn: (name) =>
      new Promise((go) => {
        const queue = queueOf(name);
        queue.waiting.push({ since: clock(), go });
        if (queue.waiting.length > 1) return;
        if (rotation.length === 0) setImmediate(next);
        rotation.push(queue);
      }),

    refusal: (name) => {
      const queue = queueOf(name);
      const now = clock();
      const [oldest] = queue.waiting;
      if (oldest === undefined || now - oldest.since <= maxWaitMs) return undefined;
      const seconds = (now - queue.countsSince) / 1000;
      if (seconds >= 1) {
        const change = queue.refused / seconds / refusalsPerSecond;
        queue.retryAfter = Math.min(
          maxRetryAfterSeconds,
          Math.max(1, queue.retryAfter * Math.min(2, Math.max(0.5, change))),
        );
        queue.refused = 0;
        queue.countsSince = now;
      }
      queue.refused += 1;
      return Math.ceil(queue.retryAfter);
    },
  };
};
