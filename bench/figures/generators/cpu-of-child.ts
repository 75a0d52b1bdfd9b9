import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Linux counts CPU time for programs in hundredths of a second, whatever the frequency of its own clock
 * ([proc(5)](https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html), USER_HZ).
 */
const ticksPerSecond = 100;

/** CPU seconds of all child processes that have ended, and of their children. Throws where there is no /proc. */
const cpuOfEnded = (): number => {
  const text = readFileSync('/proc/self/stat', 'latin1');
  // The name, in brackets, may hold any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
};

/**
 * Runs a program to its end, and resolves with the CPU seconds it used. No other child process may end meanwhile.
 * Rejects when the program fails.
 */
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
