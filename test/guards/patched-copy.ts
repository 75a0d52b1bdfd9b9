import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Guard } from './guard';
import { without } from './patch';
import { type Results, readResults } from './verdict';

/** A copy of the tree in which guards are removed. */
export interface PatchedCopy {
  /** Runs the tests of these names, in these files. Resolves with undefined when they took too long and were ended. */
  test(tests: readonly Guard['test'][]): Promise<Results | undefined>;
  /** Runs `work` while the guard is removed. */
  without<T>(guard: Guard, work: () => Promise<T>): Promise<T>;
  /** Ends what is running in the copy, and deletes it. */
  close(): void;
}

const left = new Set(['node_modules', '.git', '.startline', 'cdk.out', 'dist']);

/** Copies everything but what git ignores; packages and tools are linked. */
export const openPatchedCopy = (tree: string, timeoutMs: number): PatchedCopy => {
  const copy = mkdtempSync(join(tmpdir(), 'startline-guards-'));
  cpSync(tree, copy, { recursive: true, filter: (from) => !left.has(basename(from)) });
  symlinkSync(join(tree, 'node_modules'), join(copy, 'node_modules'));
  if (existsSync(join(tree, '.startline'))) symlinkSync(join(tree, '.startline'), join(copy, '.startline'));
  const running = new Set<() => void>();

  return {
    async test(tests) {
      const json = join(copy, 'guards.json');
      rmSync(json, { force: true });
      const names = [...new Set(tests.map(([, name]) => literally(name)))];
      await jest(copy, timeoutMs, running, [
        '--json',
        `--outputFile=${json}`,
        // A changed program may leave something open that never ends.
        '--forceExit',
        `--testNamePattern=${names.join('|')}`,
        '--runTestsByPath',
        ...new Set(tests.map(([file]) => file)),
      ]);
      return existsSync(json) ? readResults(readFileSync(json, 'utf8')) : undefined;
    },

    async without(guard, work) {
      const path = join(copy, guard.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, without(text, guard));
      try {
        return await work();
      } finally {
        writeFileSync(path, text);
      }
    },

    close() {
      for (const end of running) end();
      // A program that was just ended may have been writing.
      rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
};

const literally = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Resolves when jest and all processes it started are gone, on their own or because the time was over. */
const jest = (cwd: string, timeoutMs: number, running: Set<() => void>, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(cwd, 'node_modules/jest/bin/jest.js'), ...args], {
      cwd,
      stdio: 'ignore',
      detached: true,
    });
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // They are gone already.
      }
    };
    const timer = setTimeout(end, timeoutMs);
    running.add(end);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      end();
      running.delete(end);
      resolve();
    });
  });
