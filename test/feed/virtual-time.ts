import { TimerHeap } from '../../local/timer-heap';

interface Planned {
  readonly at: number;
  /** Of two at the same instant, the one that was planned first is run first. */
  readonly order: number;
  run: (() => void) | undefined;
}

/** Instants of one history in seconds, one after the other. Nobody waits for them. */
export const openTime = () => {
  let now = 0;
  let order = 0;
  const heap = new TimerHeap<Planned>((a, b) => a.at < b.at || (a.at === b.at && a.order < b.order));
  return {
    now: () => now,
    /** Runs it at that instant, unless the returned function is called before. */
    at(instant: number, run: () => void): () => void {
      const one: Planned = { at: Math.max(now, instant), order: order++, run };
      heap.add(one);
      return () => {
        one.run = undefined;
      };
    },
    /** Runs what is planned up to this instant. */
    runTo(end: number): void {
      for (let first = heap.first; first && first.at <= end; first = heap.first) {
        heap.removeFirst();
        if (!first.run) continue;
        now = first.at;
        first.run();
      }
      now = end;
    },
  };
};
