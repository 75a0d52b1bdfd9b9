import { measureCrowds } from '../../../bench/figures/benchmarks/crowds';
import { measureDatabase } from '../../../bench/figures/benchmarks/database';
import { measureFloor } from '../../../bench/figures/benchmarks/floor';
import { measureLean } from '../../../bench/figures/benchmarks/lean';
import { measureRandomInput } from '../../../bench/figures/benchmarks/random-input';
import { measureStatic } from '../../../bench/figures/benchmarks/static-site';
import { inspectable } from '../../../bench/figures/machine/live-objects';
import type { Measured } from '../../../bench/figures/results';
import { benchRace } from '../../../bench/figures/system/bench-race';
import { withSystem } from '../../../bench/figures/system/own-system';

const stage = { size: 'short' as const, say: () => undefined, signal: new AbortController().signal };
const valueIn = ({ figures }: Measured, id: string) => figures.find(({ goal }) => goal === id)?.value;

test('a site is visited in a ramp, random input is answered, the database is written to alone, and answers are held against their floor', async () => {
  const [ramp, input, alone, above] = await withSystem(
    [benchRace(4)],
    async (own) => [
      await measureStatic(own, { visitors: 5, within: 1, rounds: 3, think: [0.2, 0.3] }, stage),
      await measureRandomInput(own, { seconds: 10, rate: 30, warmUp: 2 }, stage),
      await measureDatabase(own, { registrations: 2_050, batch: 100, connections: 3 }, stage),
      await measureFloor(own, { rate: 100, seconds: 1, messages: 100, rounds: 1 }, stage),
    ],
    { env: inspectable },
  );
  expect(valueIn(ramp, 'errors')).toBe(0);
  expect(valueIn(ramp, 'peak')).toBeGreaterThan(0);
  expect(input.notes).toEqual([]);
  expect([valueIn(input, 'answered'), valueIn(input, 'wrong'), valueIn(input, 'ended')]).toEqual([300, 0, 0]);
  for (const id of ['growth', 'live']) expect(Number.isFinite(valueIn(input, id))).toBe(true);
  // Two thousand rows of four tables are more than a kilobyte each, and take CPU.
  expect(valueIn(alone, 'log')).toBeGreaterThan(0.5);
  expect(valueIn(alone, 'cpu')).toBeGreaterThan(0);
  expect(valueIn(alone, 'rate')).toBeGreaterThan(0);
  expect(valueIn(above, 'errors')).toBe(0);
  for (const id of ['raw', 'http', 'file', 'called', 'posted', 'queue']) expect(valueIn(above, id)).toBeGreaterThan(0);
}, 400_000);

test('two crowds register, also through a door that lets only so many requests in', async () => {
  const crowds = [
    { runners: 3, within: 1, think: [0, 0] } as const,
    { runners: 5, within: 1, think: [0, 0] } as const,
  ] as const;
  const open = await measureCrowds(crowds, stage);
  expect([valueIn(open, 'success'), valueIn(open, 'failures')]).toEqual([100, 0]);
  // The first one has enough with what is let in at once, and the others have not: so few more in a second that a busy machine, on
  // which the crowd asks slowly, does not let all of them in either.
  const many = { runners: 20, within: 0.5, think: [0, 0] } as const;
  const throttled = await measureLean([{ ...many, runners: 1 }, many], stage, { requestsPerSecond: 2, burst: 20 });
  expect(throttled.notes).toEqual([]);
  expect([valueIn(throttled, 'success'), valueIn(throttled, 'refused')]).toEqual([100, 0]);
  expect(valueIn(throttled, 'refusedLarge')).toBeGreaterThan(0);
}, 400_000);
