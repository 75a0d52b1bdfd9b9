import fc from 'fast-check';
import { Agenda, Stopped } from '../../../loadtest/generator/agenda';

test('everything that waits is woken in order and never too early', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -5, max: 30 }), { maxLength: 60 }), async (delays) => {
      const agenda = new Agenda();
      const start = performance.now();
      const woken: number[] = [];
      await Promise.all(
        delays.map(async (delay) => {
          await agenda.until(start + delay);
          expect(performance.now()).toBeGreaterThanOrEqual(start + delay);
          woken.push(delay);
        }),
      );
      expect(woken).toHaveLength(delays.length);
      // Entries come in order within one call of the timer, and across calls.
      expect(woken).toEqual(woken.toSorted((a, b) => a - b));
      expect(agenda.lateness.count).toBe(delays.length);
    }),
    { numRuns: 15 },
  );
});

test('somebody who comes later and waits shorter is not held up', async () => {
  const agenda = new Agenda();
  const long = agenda.until(performance.now() + 60_000);
  await agenda.until(performance.now() + 5);
  agenda.stop();
  await expect(long).rejects.toThrow(Stopped);
});

test('a busy generator knows how late it woke everybody', async () => {
  const agenda = new Agenda();
  const waiting = agenda.until(performance.now() + 1);
  for (const end = performance.now() + 60; performance.now() < end; );
  await waiting;
  expect(agenda.takeWorst()).toBeGreaterThan(50);
  expect(agenda.takeWorst()).toBe(0);
});

test('after the stop nobody begins to wait', async () => {
  const agenda = new Agenda();
  agenda.stop();
  await expect(agenda.until(0)).rejects.toThrow(Stopped);
});
