import { Histogram } from '../../../loadtest/report/histogram';

/**
 * The control: a closed loop, as many load tests have it. Each user asks, waits for the answer, records the time, and
 * asks again. While the server stalls it asks nothing, so it hardly notices the stall.
 */
export const closedLoop = async (ask: () => Promise<unknown>, users: number, seconds: number): Promise<Histogram> => {
  const latency = new Histogram();
  const end = performance.now() + seconds * 1000;
  const user = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      await ask();
      latency.record((performance.now() - asked) * 1000);
    }
  };
  await Promise.all(Array.from({ length: users }, user));
  return latency;
};
