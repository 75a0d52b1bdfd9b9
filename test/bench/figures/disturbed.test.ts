import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { betterOf, disturbancesOf } from '../../../bench/figures/machine/disturbed';
import { addOurs, type Process, readProcesses, timeOfOthers } from '../../../bench/figures/machine/other-processes';
import type { Beside, Run } from '../../../bench/figures/results';
import { failedRun, runWith } from './a-benchmark';

const beside = (more: Partial<NonNullable<Run['beside']>>) => ({
  beside: { seconds: 10, cores: 0, stolen: 0, load: 0.5, busiest: [], ...more },
});
const calibration = (before: number, after: number) => ({
  calibration: { before: { answer: before, row: 40 }, after: { answer: after, row: 40 } },
});

test('a quiet machine, and one that tells nothing, disturb nobody', () => {
  expect(disturbancesOf({})).toEqual([]);
  expect(disturbancesOf({ ...beside({ cores: 0.1, stolen: 0.1 }), ...calibration(50, 54) })).toEqual([]);
});

test('others on the machine, a hypervisor that takes the CPU, and a machine that changes are told, with names', () => {
  const busiest = [{ name: 'jest', cores: 0.4 }];
  expect(disturbancesOf(beside({ cores: 0.45, busiest }))).toEqual([
    'Other processes used 0.45 cores (jest 0.4; limit: 0.1).',
  ]);
  expect(disturbancesOf(beside({ stolen: 0.2 }))).toEqual(['The hypervisor took 0.2 cores (limit: 0.1).']);
  for (const [before, after] of [
    [50, 60],
    [60, 50],
  ] as const)
    expect(disturbancesOf(calibration(before, after))).toEqual([
      `The CPU of an answer was ${before} µs before and ${after} µs after (limit: 10 % apart).`,
    ]);
});

test('of two runs the quiet one is kept, or else the quieter one; one that failed only beside another that did', () => {
  const quiet = { ...runWith([]), ...beside({ cores: 0.05 }) };
  const busy = { ...runWith([]), ...beside({ cores: 0.4 }) };
  const busier = { ...runWith([]), ...beside({ cores: 0.9 }) };
  expect(betterOf(busy, quiet)).toBe(quiet);
  expect(betterOf(quiet, busy)).toBe(quiet);
  expect(betterOf(busier, busy)).toBe(busy);
  expect(betterOf({ ...failedRun, ...beside({}) }, busier)).toBe(busier);
});

const machine = (own: number): ReadonlyMap<number, Process> =>
  new Map([
    [1, { parent: 0, name: 'init', own: 1, ofChildren: 5_000 }],
    [2, { parent: 0, name: 'kthreadd', own: 7, ofChildren: 0 }],
    [3, { parent: 2, name: 'kworker', own: 900, ofChildren: 0 }],
    [10, { parent: 1, name: 'npm', own: 20, ofChildren: 0 }],
    [11, { parent: 10, name: 'node', own: 4_000, ofChildren: 0 }],
    [12, { parent: 11, name: 'postgres', own: 3_000, ofChildren: 0 }],
    [20, { parent: 1, name: 'jest', own, ofChildren: 30 }],
  ]);

test('time of others is that of neither the bench, nor its descendants, nor the kernel, nor orphans', () => {
  const ours = new Set<number>();
  addOurs(machine(100), 11, ours);
  expect([...ours]).toEqual([11, 12]);
  const { total, byName } = timeOfOthers(machine(100), ours);
  expect(Object.fromEntries(byName)).toEqual({ init: 1, npm: 20, jest: 100 });
  expect(total).toBe(151);
});

test('a process that ends leaves its time to its parent, and the sum stays', () => {
  const before = new Map(machine(100)).set(21, { parent: 20, name: 'tsc', own: 60, ofChildren: 0 });
  const after = new Map(machine(100)).set(20, { parent: 1, name: 'jest', own: 100, ofChildren: 90 });
  const [first, second] = [before, after].map((all) => timeOfOthers(all, new Set([11, 12])));
  expect(second?.total).toBe(first?.total);
  expect(first?.byName.get('tsc')).toBe(60);
  expect(second?.byName.get('jest')).toBe(100);
});

test('a process of ours stays ours when its parent has ended', () => {
  const ours = new Set<number>();
  addOurs(machine(0), 11, ours);
  const orphaned = new Map(machine(0)).set(12, { parent: 1, name: 'postgres', own: 3_000, ofChildren: 0 });
  addOurs(orphaned, 11, ours);
  expect(timeOfOthers(orphaned, ours).byName.has('postgres')).toBe(false);
});

const burn = (micros: number) => {
  for (const end = process.cpuUsage().user + micros; process.cpuUsage().user < end; );
};

test('the processes of this machine are read with their parents and their time', () => {
  const before = readProcesses().get(process.pid);
  burn(3e5);
  const after = readProcesses().get(process.pid);
  expect(after?.parent).toBe(process.ppid);
  expect((after?.own ?? 0) - (before?.own ?? 0)).toBeGreaterThanOrEqual(25);
});

test('a program that others start beside a benchmark is seen, by its name', async () => {
  // A watcher in a process of its own, to which this one is a stranger.
  const script = `
    import { watchBeside } from './bench/figures/machine/watch-beside';
    const watched = watchBeside();
    process.send('watching');
    await new Promise((resolve) => process.once('message', resolve));
    process.send(watched());`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const before = readProcesses().get(process.pid)?.own ?? 0;
  burn(5e5);
  const burnt = (readProcesses().get(process.pid)?.own ?? 0) - before;
  child.send('enough');
  const [seen] = (await once(child, 'message')) as [Beside];
  child.disconnect();
  const own = seen.busiest.find(({ name }) => name === readProcesses().get(process.pid)?.name);
  expect((own?.cores ?? 0) * seen.seconds).toBeGreaterThan((burnt / 100) * 0.8);
}, 60_000);
