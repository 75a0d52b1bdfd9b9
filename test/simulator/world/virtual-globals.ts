import type { Random } from '../../support/random';
import type { VirtualTime } from './virtual-time';

/**
 * While `work` runs, `Date.now`, `setTimeout` and `Math.random` are the simulated world's: the processor's adapter uses
 * them by these names. Everything else gets its clock as a parameter.
 */
export const withVirtualGlobals = async <T>(time: VirtualTime, random: Random, work: () => Promise<T>): Promise<T> => {
  const real = { now: Date.now, setTimeout: globalThis.setTimeout, random: Math.random };
  const { stackTraceLimit } = Error;
  Date.now = () => time.now;
  Math.random = () => random.next();
  const later = (happen: () => void, milliseconds = 0) => time.after(milliseconds, happen);
  Object.assign(globalThis, { setTimeout: later });
  // Thousands of errors are thrown on purpose: nobody reads their stack.
  Error.stackTraceLimit = 0;
  try {
    return await work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Date.now = real.now;
    Math.random = real.random;
    Object.assign(globalThis, { setTimeout: real.setTimeout });
  }
};
