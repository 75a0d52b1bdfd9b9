import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import type { GeneratorLoad } from '../../../loadtest/generator/results';
import { costsOf } from '../../../loadtest/report/costs';
import { readMemory, readUsage } from '../../../loadtest/target/process-usage';

const onLinux = platform() === 'linux' ? test : test.skip;
const usageOf = (pid: number | undefined) => readUsage([{ name: 'one', pid: pid ?? 0 }]).get('one');

onLinux('what a process and those it started have used is counted, also after they ended', async () => {
  // A shell whose child uses at least half a second of CPU time and ends; then the shell waits.
  const work = 'const e = process.cpuUsage; while (e().user < 500000);';
  const shell = spawn('sh', ['-c', `"${process.execPath}" -e '${work}'; echo done; read line`]);
  try {
    const before = usageOf(shell.pid);
    await once(shell.stdout, 'data');
    const after = usageOf(shell.pid);
    expect((after?.cpuSeconds ?? 0) - (before?.cpuSeconds ?? 0)).toBeGreaterThan(0.4);
    expect(after?.bytes).toBeGreaterThan(before?.bytes ?? 0);
  } finally {
    shell.kill('SIGKILL');
  }
});

onLinux('memory is that of a process and of those it started', async () => {
  const filled = "const kept = Buffer.alloc(60e6, 1); console.log(kept.length); process.stdin.once('data', () => {})";
  const shell = spawn('sh', ['-c', `"${process.execPath}" -e "${filled}"; read line`]);
  try {
    await once(shell.stdout, 'data');
    const pids = [{ name: 'one', pid: shell.pid ?? 0 }];
    expect(readMemory([...pids, { name: 'gone', pid: 2 ** 22 + 1 }])).toEqual(new Map([['one', expect.any(Number)]]));
    expect(readMemory(pids).get('one')).toBeGreaterThan(60);
  } finally {
    shell.kill('SIGKILL');
  }
});

test('who is not there is left out', () => expect(readUsage([{ name: 'gone', pid: 2 ** 22 + 1 }])).toEqual(new Map()));

const generatorLoad: GeneratorLoad = {
  cpuSeconds: 1,
  busiestShare: 0,
  lateness: '',
  departureLateness: '',
  maxMemoryMb: 0,
  bytesSent: 100,
  bytesReceived: 200,
  connections: 0,
};

test('processes are added up to components, per registration', () => {
  const before = new Map([
    ['gateway', { cpuSeconds: 1, bytes: 10 }],
    ['memcached-data', { cpuSeconds: 5, bytes: 10 }],
    ['memcached-session-a', { cpuSeconds: 1, bytes: 10 }],
  ]);
  const after = new Map([
    ['gateway', { cpuSeconds: 5, bytes: 30 }],
    ['memcached-data', { cpuSeconds: 5.5, bytes: 20 }],
    ['memcached-session-a', { cpuSeconds: 1.5 }],
  ]);
  expect(costsOf(before, after, generatorLoad, 100)).toEqual([
    { component: 'gateway and API functions', cpuSeconds: 4, cpuMsPerRegistration: 40, bytes: 20 },
    { component: 'memcached', cpuSeconds: 1, cpuMsPerRegistration: 10 },
    { component: 'load generator', cpuSeconds: 1, cpuMsPerRegistration: 10, bytes: 300 },
  ]);
});

test('a process that was started again counts from then on', () => {
  const costs = costsOf(
    new Map([['gateway', { cpuSeconds: 50, bytes: 900 }]]),
    new Map([['gateway', { cpuSeconds: 2, bytes: 7 }]]),
    generatorLoad,
    0,
  );
  expect(costs).toContainEqual({ component: 'gateway and API functions', cpuSeconds: 2, bytes: 7 });
});
