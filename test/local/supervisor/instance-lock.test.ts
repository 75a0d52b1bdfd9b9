import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockInstance } from '../../../local/supervisor/instance-lock';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'startline-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a second instance on the same data is refused and told how to have one', () => {
  const lock = lockInstance(directory, 8000);
  expect(lock.wasStale).toBe(false);
  expect(() => lockInstance(directory, 8100)).toThrow(/already runs.*localhost:8000.*STARTLINE_PORT/s);
  lock.release();
  expect(lockInstance(directory, 8100).wasStale).toBe(false);
});

test('the lock of a process that was killed is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const file = join(directory, 'instance.json');
  writeFileSync(file, JSON.stringify({ pid: child.pid, startedAt: 'unknown', port: 8000 }));
  try {
    // The pid is in use again by another process, with another start time.
    expect(lockInstance(directory, 8000).wasStale).toBe(true);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

test('a lock file cut off by a power failure does not lock us out', () => {
  writeFileSync(join(directory, 'instance.json'), '{"pid":');
  expect(lockInstance(directory, 8000).wasStale).toBe(true);
  expect(JSON.parse(readFileSync(join(directory, 'instance.json'), 'utf8'))).toMatchObject({ pid: process.pid });
});
