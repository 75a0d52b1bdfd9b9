import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { readUsage } from '../../../loadtest/target/process-usage';

const onLinux = platform() === 'linux' ? test : test.skip;

/** Prints its child's process id once the child has used half a second of CPU time; then both idle. */
const parentOfOne = `
  const { spawn } = require('node:child_process');
  const work = 'while (process.cpuUsage().user < 5e5); console.log("done"); setTimeout(() => {}, 60000)';
  const child = spawn(process.execPath, ['-e', work], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => console.log(child.pid));
  process.stdin.resume().once('end', () => { child.kill(); process.exit(); });
`;

const cpu = (...listed: { readonly name: string; readonly pid: number }[]) =>
  Object.fromEntries([...readUsage(listed)].map(([name, { cpuSeconds }]) => [name, cpuSeconds]));

// The supervisor of a system is the parent of everything in it, and the load test is the parent of its own system.
onLinux('what a process did is counted once: where it is listed, else with who started it', async () => {
  const parent = spawn(process.execPath, ['-e', parentOfOne], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const [said] = await once(parent.stdout, 'data');
    const [pid, child] = [parent.pid ?? 0, Number(said)];
    const together = cpu({ name: 'parent', pid });
    const apart = cpu({ name: 'parent', pid }, { name: 'child', pid: child });
    expect(apart.child).toBeGreaterThanOrEqual(0.4);
    expect(apart.parent).toBeLessThan(together.parent ?? 0);
    expect(together.parent).toBeCloseTo((apart.parent ?? 0) + (apart.child ?? 0), 1);
  } finally {
    parent.stdin.end();
  }
});

test('we who measure are no part of what is measured', () =>
  expect(cpu({ name: 'the load test', pid: process.pid })).toEqual({}));
