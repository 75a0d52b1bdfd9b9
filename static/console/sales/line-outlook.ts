import type { LineFiguresMessage } from '../../../lambdas/api/console/sales-messages';

/** A line in the figures that people look at. */
export interface LineOutlook {
  readonly waiting: number;
  readonly called: number;
  readonly asked: number;
  readonly inVain: number;
  readonly free: number;
  /** Seconds until all are called, or until nothing is free. Undefined while nobody is called. */
  readonly seconds: number | undefined;
  readonly ends: 'all-called' | 'nothing-free';
}

export const outlookOf = ({ state, held, pace, rate, passes, events }: LineFiguresMessage): LineOutlook => {
  const sum = (of: (event: (typeof events)[number]) => number) => events.reduce((total, event) => total + of(event), 0);
  // A person waits for all events at once, and may ask where they are called first.
  const waiting = Math.min(passes.draw + passes.later, ...events.map((event) => event.waiting));
  const free = sum((event) => event.free);
  const speed = (rate ?? 0) * pace;
  const goes = state === 'calling' && held === undefined && speed > 0;
  return {
    waiting,
    called: Math.max(0, ...events.map(({ called }) => called)),
    asked: sum(({ asked }) => asked),
    inVain: sum(({ inVain }) => inVain),
    free,
    seconds: goes ? Math.min(waiting, free) / speed : undefined,
    ends: waiting > free ? 'nothing-free' : 'all-called',
  };
};
