import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** A program that never outlives this process. `exited` resolves with a sentence about its end. */
export interface SupervisedProgram {
  /** The program's own pid, not the watcher's. */
  readonly pid: number;
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface SupervisedProgramOptions {
  readonly log: string;
  /** The signal that tells the program to finish and exit. */
  readonly stopSignal: 'INT' | 'TERM';
  readonly user?: { readonly uid: number; readonly gid: number };
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A directory to delete after the program has ended for any reason. */
  readonly leftovers?: string;
}

/**
 * The shell waits for the program, and for the end of its own standard input, which comes with `stop` or with our
 * death. The kernel also closes the pipes of a process killed with -9, so no program is left behind. `read` is a shell
 * builtin and starts no process.
 */
const watcher = `
signal=$1; leftovers=$2; shift 2
exec 3<&0
"$@" </dev/null >&2 3<&- & program=$!
echo "$program"
( while read -r line <&3; do :; done
  kill -s "$signal" "$program"
  tries=100; while [ $tries -gt 0 ]; do sleep 0.2; tries=$((tries - 1)); done
  kill -s KILL "$program" ) >/dev/null 2>&1 & watch=$!
wait "$program"; status=$?
kill "$watch" 2>/dev/null
[ -n "$leftovers" ] && rm -rf "$leftovers"
exit "$status"`;

/**
 * Starts a program in its own session, so that Ctrl-C reaches only this process, which decides the order of stopping.
 * Rejects when the program does not start.
 */
export const startSupervised = async (
  command: string,
  args: readonly string[],
  options: SupervisedProgramOptions,
): Promise<SupervisedProgram> => {
  const log = openSync(options.log, 'a', 0o600);
  const shell = spawn('/bin/sh', ['-c', watcher, 'sh', options.stopSignal, options.leftovers ?? '', command, ...args], {
    stdio: ['pipe', 'pipe', log],
    detached: true,
    cwd: options.cwd,
    env: { PATH: process.env.PATH, ...options.env },
    ...options.user,
  });
  closeSync(log);
  const { stdin, stdout } = shell;
  if (!stdin || !stdout) throw new Error(`${command} was started without pipes.`);
  const exited = new Promise<string>((resolve) => {
    shell.once('error', (error) => resolve(`could not start: ${error.message}`));
    shell.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`));
  });
  stdin.on('error', () => undefined);
  const pid = await new Promise<number>((resolve, reject) => {
    stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    void exited.then((how) => reject(new Error(`${command} ${how}; see ${options.log}`)));
  });
  // This process may end without `stop`: the pipe closes, and that is enough.
  shell.unref();
  for (const pipe of [stdin, stdout]) if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  const stop = async () => {
    shell.ref();
    stdin.end();
    await exited;
  };
  return { pid, exited, stop };
};
