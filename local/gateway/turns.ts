/** The waiting calls of one function. */
interface FunctionQueue {
  readonly waiting: { readonly since: number; readonly isGone: () => boolean; readonly go: () => void }[];
  /** Calls begun since `countsSince`. */
  begun: number;
  countsSince: number;
  /** Since some have waited for a second; undefined while nobody waits. */
  servedPerSecond: number | undefined;
  /** How many clients may come back in a second. */
  appointmentsPerSecond: number;
  /** When the client that was refused last may come back. */
  lastAppointment: number;
}

interface Options {
  /** Calls that start in one turn of the event loop. */
  readonly atOnce: number;
  /**
   * A queue takes no more calls while one of them has waited longer than this, in milliseconds, or the next one would: by
   * how many the function serves.
   */
  readonly maxWaitMs: number;
  /** Milliseconds, of a clock that never goes back. */
  readonly clock?: () => number;
}

export interface Turns {
  /**
   * Resolves when a call of this function may start. `isGone`: the client has hung up, so its call takes no turn from
   * others.
   */
  turn(functionName: string, isGone?: () => boolean): Promise<void>;
  /**
   * Undefined: the function's queue takes another call. Otherwise the seconds after which to ask again: each client that
   * is refused gets a later time than the one before.
   */
  refusal(functionName: string): number | undefined;
}

/**
 * Twice as many clients are told to come back in a second as their function serves in one, and at least so many more: its
 * queue must not be empty, although clients come later than they are told. A refusal costs a tenth of a millisecond or
 * more. If a crowd came back every few seconds, or all of it at one moment, refusing it would take the whole thread.
 */
const spareAppointmentsPerSecond = 100;
const maxRetryAfterSeconds = 300;

/**
 * Starts waiting calls, `atOnce` in each turn of the event loop: the oldest calls of one function, and in the next turn
 * those of another. Calls of one function send their requests together, which takes a tenth less CPU than a mixture. In
 * Lambda each invocation has its own environment, and each function its own concurrency limit. Here all share one thread:
 * if thousands started at once when registration opens, their timeouts would pass while they wait for the thread, and
 * clients would retry and add more work. With one queue for all functions, a crowd that asks for spots would delay those
 * who pay.
 */
export const inTurns = ({ atOnce, maxWaitMs, clock = () => performance.now() }: Options): Turns => {
  const queues = new Map<string, FunctionQueue>();
  /** Queues with waiting calls, in the order of rotation. */
  let rotation: FunctionQueue[] = [];

  const queueOf = (name: string): FunctionQueue => {
    const known = queues.get(name);
    if (known) return known;
    const queue = {
      waiting: [],
      begun: 0,
      countsSince: clock(),
      servedPerSecond: undefined,
      appointmentsPerSecond: spareAppointmentsPerSecond,
      lastAppointment: 0,
    };
    queues.set(name, queue);
    return queue;
  };

  const next = () => {
    const begin: (() => void)[] = [];
    let alive = 0;
    while (alive < atOnce && rotation.length > 0) {
      const [queue, ...others] = rotation as [FunctionQueue, ...FunctionQueue[]];
      while (alive < atOnce && queue.waiting.length > 0) {
        const call = queue.waiting.shift();
        if (call) begin.push(call.go);
        if (call && !call.isGone()) {
          alive += 1;
          queue.begun += 1;
        }
      }
      if (queue.waiting.length === 0) queue.servedPerSecond = undefined;
      rotation = queue.waiting.length > 0 ? [...others, queue] : others;
    }
    if (rotation.length > 0) setImmediate(next);
    for (const go of begin) go();
  };

  return {
    turn: (name, isGone = () => false) =>
      new Promise((go) => {
        const queue = queueOf(name);
        const since = clock();
        queue.waiting.push({ since, isGone, go });
        if (queue.waiting.length > 1) return;
        // How many calls begin in a second is told by the time in which some waited.
        queue.begun = 0;
        queue.countsSince = since;
        if (rotation.length === 0) setImmediate(next);
        rotation.push(queue);
      }),

    refusal: (name) => {
      const queue = queueOf(name);
      const now = clock();
      const [oldest] = queue.waiting;
      if (oldest === undefined) return undefined;
      const seconds = (now - queue.countsSince) / 1000;
      if (seconds >= 1) {
        queue.servedPerSecond = queue.begun / seconds;
        queue.begun = 0;
        queue.countsSince = now;
      }
      const { servedPerSecond: served = Number.POSITIVE_INFINITY } = queue;
      // All of a crowd comes before the first of it has waited long.
      const isFull = queue.waiting.length > Math.max(atOnce, (served * maxWaitMs) / 1_000);
      if (!isFull && now - oldest.since <= maxWaitMs) return undefined;
      if (Number.isFinite(served)) queue.appointmentsPerSecond = served + Math.max(served, spareAppointmentsPerSecond);
      const next = Math.max(now + 1_000, queue.lastAppointment + 1_000 / queue.appointmentsPerSecond);
      queue.lastAppointment = Math.min(now + maxRetryAfterSeconds * 1_000, next);
      return Math.ceil((queue.lastAppointment - now) / 1_000);
    },
  };
};
