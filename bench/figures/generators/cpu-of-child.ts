import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Linux counts CPU time for programs in hundredths of a second, whatever its own clock does (proc(5), USER_HZ). */
const ticksPerSecond = 100;

/** CPU seconds of all children of ours that have ended, and of theirs. Throws where there is no /proc. */
const cpuOfEnded = (): number => {
  const text = readFileSync('/proc/self/stat', 'latin1');
  // The name, in brackets, may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
};

/** Runs a program to its end and resolves with the CPU seconds it used. Nothing else of ours may end meanwhile. */
export const cpuOfChild = async ({ program, args, env }: Command, signal: AbortSignal): Promise<number> => {
  const before = cpuOfEnded();
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    });
    let said = '';
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-2_000);
    });
    child.once('error', reject);
    child.once('exit', (code, by) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended (${by ?? code}): ${said.trim()}`)),
    );
  });
  return cpuOfEnded() - before;
};
