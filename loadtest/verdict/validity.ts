import type { GeneratorLoad } from '../generator/results';
import { Histogram } from '../report/histogram';
import type { Validity } from '../report/test-report';

/** Milliseconds by which one in a hundred of the generator's timers may be late. A slower generator measures itself. */
const lagLimitMs = 50;
/** Milliseconds by which one in a hundred runners may set off too late. */
const departureLimitMs = 100;
/** Share of its core: a busier process cannot tell its own delay from the system's. */
const busyLimit = 0.9;

/** Whether the generator kept up with its plan; otherwise all reasons why it did not. */
export const validityOf = ({ lateness, departureLateness, busiestShare }: GeneratorLoad): Validity => {
  const lag = Histogram.parse(lateness).percentile(0.99) / 1000;
  const departed = Histogram.parse(departureLateness).percentile(0.99) / 1000;
  const reasons = [
    lag > lagLimitMs &&
      `The generator was late itself: 1 % of its timers by more than ${Math.round(lag)} ms (limit: ${lagLimitMs} ms).`,
    departed > departureLimitMs &&
      `It missed its plan: 1 % of the runners set off more than ${Math.round(departed)} ms late (limit: ${departureLimitMs} ms).`,
    busiestShare >= busyLimit &&
      `It used ${Math.round(busiestShare * 100)} % of its core at its busiest (limit: ${busyLimit * 100} %). More processes share the work: --processes.`,
  ].filter((reason) => reason !== false);
  return reasons.length === 0 ? { kind: 'valid' } : { kind: 'void', reasons };
};
