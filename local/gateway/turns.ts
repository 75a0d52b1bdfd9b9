interface Lane {
  readonly waiting: { readonly since: number; readonly go: () => void }[];
  refused: number;
  countsSince: number;
  retryAfter: number;
}

interface Options {
  /** Calls that start in one turn of the event loop. */
  readonly atOnce: number;
  /** A lane refuses while one of its calls has waited longer than this, in milliseconds. */
  readonly longestWaitMs: number;
  /** Milliseconds, of a clock that never goes back. */
  readonly clock?: () => number;
}

export interface Turns {
  /** Resolves when the call may start. */
  turn(lane: string): Promise<void>;
  /** Undefined: the lane takes another call. Else after how many seconds to ask again. */
  refusal(lane: string): number | undefined;
}

/**
 * Refusals a second that a lane aims at, by the time after which it lets clients ask again. Each costs a tenth of a
 * millisecond: if all clients came back after some seconds, refusing them would take the whole thread.
 */
const refusalsPerSecond = 200;
const maxRetryAfterSeconds = 60;

/**
 * Starts waiting calls, `atOnce` in each turn of the event loop: the oldest call of each lane in rotation. In Lambda each
 * invocation has its own environment, and each function its own concurrency limit; here all share one thread. If thousands
 * started at once when registration opens, their timeouts would pass while they wait for the thread. Clients would then
 * retry, and add more work. And with one queue, those who ask for a spot would keep those waiting who pay.
 */
export const inTurns = ({ atOnce, longestWaitMs, clock = () => performance.now() }: Options): Turns => {
  const lanes = new Map<string, Lane>();
  /** Lanes with waiting calls, in the order of rotation. */
  let rotation: Lane[] = [];

  const laneOf = (name: string): Lane => {
    const known = lanes.get(name);
    if (known) return known;
    const lane = { waiting: [], refused: 0, countsSince: clock(), retryAfter: 1 };
    lanes.set(name, lane);
    return lane;
  };

  const next = () => {
    const begin: (() => void)[] = [];
    while (begin.length < atOnce && rotation.length > 0) {
      const [lane, ...others] = rotation as [Lane, ...Lane[]];
      const call = lane.waiting.shift();
      if (call) begin.push(call.go);
      rotation = lane.waiting.length > 0 ? [...others, lane] : others;
    }
    if (rotation.length > 0) setImmediate(next);
    for (const go of begin) go();
  };

  return {
    turn: (name) =>
      new Promise((go) => {
        const lane = laneOf(name);
        lane.waiting.push({ since: clock(), go });
        if (lane.waiting.length > 1) return;
        if (rotation.length === 0) setImmediate(next);
        rotation.push(lane);
      }),

    refusal: (name) => {
      const lane = laneOf(name);
      const now = clock();
      const [oldest] = lane.waiting;
      if (oldest === undefined || now - oldest.since <= longestWaitMs) return undefined;
      const seconds = (now - lane.countsSince) / 1000;
      if (seconds >= 1) {
        const change = lane.refused / seconds / refusalsPerSecond;
        lane.retryAfter = Math.min(
          maxRetryAfterSeconds,
          Math.max(1, lane.retryAfter * Math.min(2, Math.max(0.5, change))),
        );
        lane.refused = 0;
        lane.countsSince = now;
      }
      lane.refused += 1;
      return Math.ceil(lane.retryAfter);
    },
  };
};
