import type { PaymentOrder, Settlement } from '../../lambdas/domain/money/payment';
import { limited, Pace, turnsPerSecond } from '../../lambdas/payment/settle/pace';
import { longestWaitMs, settlePayments } from '../../lambdas/payment/settle/settle-payments';
import { eventSources } from '../../lib/event-sources';
import { charge } from './support/shop';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

const now = () => Date.now();
const newPace = () => new Pace({ now, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) });

/** How many turns somebody gets within these seconds who always wants one. */
const turnsWithin = async (pace: Pace, seconds: number) => {
  const until = Date.now() + seconds * 1000 - 1;
  let turns = 0;
  const taking = (async () => {
    while (await pace.turn(until)) turns += 1;
  })();
  await jest.advanceTimersByTimeAsync(seconds * 1000);
  await taking;
  return turns;
};

test('an environment begins with ten turns a second, and gets one more each second', async () => {
  const pace = newPace();
  const seconds = [];
  for (let second = 0; second < 5; second++) seconds.push(await turnsWithin(pace, 1));
  expect(seconds[0]).toBeGreaterThanOrEqual(10);
  expect(seconds[0]).toBeLessThanOrEqual(11);
  expect((seconds[4] ?? 0) - (seconds[0] ?? 0)).toBeGreaterThanOrEqual(3);
  expect((seconds[4] ?? 0) - (seconds[0] ?? 0)).toBeLessThanOrEqual(5);
});

test('each limit halves the rate, down to one turn a second', async () => {
  const pace = newPace();
  await turnsWithin(pace, 1);
  for (let limits = 0; limits < 10; limits++) {
    pace.slowDown();
    expect(await turnsWithin(pace, 0.9)).toBe(0);
    await jest.advanceTimersByTimeAsync(100);
    expect(await turnsWithin(pace, 0.01)).toBeGreaterThanOrEqual(1);
  }
  pace.slowDown();
  await jest.advanceTimersByTimeAsync(1000);
  expect(await turnsWithin(pace, 1)).toBe(1);
});

test('a batch that meets a limit halves the rate once, not once for each of its orders', async () => {
  const pace = newPace();
  for (let order = 0; order < 10; order++) await pace.turn(Date.now());
  for (let order = 0; order < 10; order++) pace.slowDown();
  await jest.advanceTimersByTimeAsync(1000);
  expect(await turnsWithin(pace, 1)).toBe(5);
});

test('a rest raises the rate by one step only, and no work raises it above what an account has', async () => {
  const rested = newPace();
  await turnsWithin(rested, 1);
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(await turnsWithin(rested, 1)).toBeLessThanOrEqual(14);
  const busy = newPace();
  await turnsWithin(busy, 200);
  expect(await turnsWithin(busy, 1)).toBeLessThanOrEqual(turnsPerSecond.most + 1);
});

test('an order that would wait for too long hears so at once, and takes nobody’s turn', async () => {
  const pace = newPace();
  expect(await turnsWithin(pace, 0.01)).toBe(10);
  expect(await pace.turn(Date.now() + 500)).toBe(false);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await pace.turn(Date.now())).toBe(true);
});

const orders = (count: number): readonly PaymentOrder[] =>
  Array.from({ length: count }, () => ({ ...charge(), action: 'capture', authorisation: 'pi_1' }));
const settledOf = ({ registrationId, amount, currency }: PaymentOrder): Settlement => ({
  registrationId,
  amount,
  currency,
  state: 'captured',
  authorisation: 'pi_1',
});

/** Carries out a batch with a processor that takes this many orders, and limits the rest. */
const settleBatch = async (count: number, takes: (call: number) => boolean) => {
  const sent: unknown[] = [];
  const [putOff, report] = [jest.fn(), jest.fn()];
  let calls = 0;
  const settle = settlePayments({
    settle: async (order) => {
      calls += 1;
      if (!takes(calls)) throw limited();
      return settledOf(order);
    },
    settlements: { send: async (settlements) => void sent.push(...settlements) },
    pace: newPace(),
    now,
    report,
    putOff,
  });
  const batch = orders(count);
  const settling = settle(batch);
  await jest.advanceTimersByTimeAsync(longestWaitMs + 1000);
  return { again: await settling, batch, sent, calls, putOff, report };
};

test('an order that meets a limit has another turn a little later, and nobody is called', async () => {
  const { again, sent, calls, putOff, report } = await settleBatch(3, (call) => call > 2);
  expect([again.size, sent.length, calls]).toEqual([0, 3, 5]);
  expect(putOff).not.toHaveBeenCalled();
  expect(report).not.toHaveBeenCalled();
});

test('while the processor takes nothing it is asked once a second at last, and the orders come again', async () => {
  const { again, batch, sent, calls, putOff, report } = await settleBatch(10, () => false);
  expect(again).toEqual(new Set(batch.map(({ registrationId }) => registrationId)));
  expect(sent).toEqual([]);
  const untilSlowest = 10 + 5 + 2;
  expect(calls).toBeLessThanOrEqual(untilSlowest + longestWaitMs / 1000);
  expect(putOff.mock.calls).toEqual([[10]]);
  expect(report).not.toHaveBeenCalled();
});

test('what begins at the last moment ends before the function’s timeout', () => {
  const { timeoutSeconds, batchSize } = eventSources.payments;
  const longestOrderMs = 4 * 4500;
  expect(longestWaitMs + longestOrderMs).toBeLessThan(timeoutSeconds * 1000);
  // At the lowest rate each order of a batch has a turn.
  expect(longestWaitMs / 1000).toBeGreaterThanOrEqual(batchSize / turnsPerSecond.least);
});
