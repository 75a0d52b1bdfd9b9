import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import { oncePerRun } from '../support/once-per-run';

/** A process of the local system. */
export interface LocalProcess {
  readonly url: string;
  readonly pid: number;
  readonly errors: () => string;
  /** Resolves with the exit code, or null when a signal ended the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const exited = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
};

/**
 * Bundles the process into one file, as `npm start` does. Tests start some processes dozens of times, and a TypeScript
 * loader takes longer than the process.
 */
const bundled = (part: string): string => {
  const program = (folder: string) => join(folder, 'main.mjs');
  const build = (folder: string) =>
    buildSync({
      entryPoints: [`local/${part}/main.ts`],
      outfile: program(folder),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['module'],
      sourcemap: true,
    });
  return program(oncePerRun(`local-${part}`, build));
};

/** Starts `local/<part>/main.ts` and waits for its `ready <url>`. */
export const startLocal = async (part: string, env: Readonly<Record<string, string>>): Promise<LocalProcess> => {
  const child = spawn(process.execPath, ['--enable-source-maps', bundled(part)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /^ready (\S+)$/.exec(line)?.[1];
    if (!url || child.pid === undefined) continue;
    child.stdout.resume();
    return {
      url,
      pid: child.pid,
      errors: () => errors,
      stop: (signal = 'SIGTERM') => {
        child.kill(signal);
        return exited(child);
      },
    };
  }
  throw new Error(`local/${part} ended before it was ready: ${errors}`);
};
