import { measureGenerators } from '../../../bench/figures/benchmarks/generators';
import { growthOf } from '../../../bench/figures/benchmarks/signed-in';
import { contestants } from '../../../bench/figures/generators/contestants';
import { cpuOfChild } from '../../../bench/figures/generators/cpu-of-child';

// Each test starts processes of its own, perhaps beside eight busy neighbours.
jest.setTimeout(120_000);

const stage = { size: 'short' as const, say: () => undefined, signal: new AbortController().signal };

test('a program that counts for a while has used CPU, and one that sleeps has not', async () => {
  const node = (script: string) => cpuOfChild({ program: process.execPath, args: ['-e', script] }, stage.signal);
  const sleeping = await node('setTimeout(() => {}, 300)');
  const counting = await node('for (const end = process.cpuUsage().user + 5e5; process.cpuUsage().user < end; );');
  expect(counting - sleeping).toBeGreaterThan(0.3);
});

test('a program that fails is no measurement, and its last words are told', () =>
  expect(
    cpuOfChild({ program: process.execPath, args: ['-e', 'console.error("no door"); process.exit(3)'] }, stage.signal),
  ).rejects.toThrow(/ended \(3\): no door/));

test('our engine is measured by what the server counted; what cannot be installed is reported, and has no figure', async () => {
  const [engine] = contestants.filter(({ id }) => id === 'engine');
  if (!engine) throw new Error('Our engine does not compete.');
  const missing = { id: 'wrk', name: 'wrk', prepare: async () => ({ isThere: false, why: 'nobody has it.' }) as const };
  const { figures, details, notes } = await measureGenerators({ shorter: 0.01, longer: 0.2 }, stage, [engine, missing]);
  expect(details[0]?.rows).toEqual([['ours, the bare engine', '1,900', expect.anything(), expect.anything()]]);
  // In a run this short the CPU figure is a guess, but a generator that is missing never has one.
  expect(figures.map(({ goal }) => goal)).not.toContain('wrk');
  expect(notes).toEqual(['wrk could not be installed here: nobody has it.']);
});

test('connections that only came and went did not grow', () => {
  expect(growthOf([5, 9, 7, 8, 9, 6])).toBe(0);
  expect(growthOf([5, 6, 7, 8])).toBe(2);
});
