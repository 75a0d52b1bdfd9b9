import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSupervised } from '../../../local/services/supervised-program';
import { until } from '../../support/until';

const directory = mkdtempSync(join(tmpdir(), 'startline-tether-'));
const log = join(directory, 'log');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const lives = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a program is told to finish with the signal it understands, and what it leaves is deleted', async () => {
  const leftovers = mkdtempSync(join(tmpdir(), 'startline-leftovers-'));
  const script = 'trap "echo finished; exit 7" TERM; echo listening; while :; do sleep 0.05; done';
  const program = await startSupervised('/bin/sh', ['-c', script], { log, stopSignal: 'TERM', leftovers });
  // The script must have installed its signal handler: before that the signal ends the shell like any program.
  await until(() => readFileSync(log, 'utf8').includes('listening'));
  expect(lives(program.pid)).toBe(true);
  await program.stop();
  expect(await program.exited).toBe('ended with code 7');
  expect(readFileSync(log, 'utf8')).toContain('finished');
  expect([lives(program.pid), existsSync(leftovers)]).toEqual([false, false]);
});

test('a program that dies is noticed', async () => {
  const program = await startSupervised('/bin/sleep', ['60'], { log, stopSignal: 'TERM' });
  process.kill(program.pid, 'SIGKILL');
  expect(await program.exited).toBe('ended with code 137');
});

test('a program that is not there is an error that names it', async () => {
  const program = await startSupervised('/nowhere/memcached', [], { log, stopSignal: 'TERM' });
  expect(await program.exited).toBe('ended with code 127');
});

test('it does not outlive us, even when we are killed and cannot say goodbye', async () => {
  const source = `
    import { startSupervised } from ${JSON.stringify(join(process.cwd(), 'local/services/supervised-program.ts'))};
    const program = await startSupervised('/bin/sleep', ['60'], { log: ${JSON.stringify(log)}, stopSignal: 'TERM' });
    console.log(program.pid);
    setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  expect(lives(pid)).toBe(true);
  parent.kill('SIGKILL');
  await until(() => !lives(pid));
});
