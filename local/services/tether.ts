import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** A foreign program which never outlives us. `exited` settles with a sentence saying how it ended. */
export interface SupervisedProgram {
  /** The program's own pid, not the watcher's. */
  readonly pid: number;
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface SupervisedProgramOptions {
  readonly log: string;
  /** What the program takes as "finish and go". */
  readonly stopSignal: 'INT' | 'TERM';
  readonly user?: { readonly uid: number; readonly gid: number };
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A directory deleted after the program has gone, whoever ended it. */
  readonly leftovers?: string;
}

/**
 * The shell waits for the program and for the end of its own standard input, which only our death or `stop` brings.
 * The kernel closes pipes of a process killed with -9 too: that is why there are no orphans. `read` is a builtin, so
 * nothing else has to be cleaned up.
 */
const watcher = `
signal=$1; leftovers=$2; shift 2
exec 3<&0
"$@" </dev/null >&2 3<&- & program=$!
echo "$program"
( while read -r line <&3; do :; done
  kill -s "$signal" "$program"
  patience=100; while [ $patience -gt 0 ]; do sleep 0.2; patience=$((patience - 1)); done
  kill -s KILL "$program" ) >/dev/null 2>&1 & watch=$!
wait "$program"; status=$?
kill "$watch" 2>/dev/null
[ -n "$leftovers" ] && rm -rf "$leftovers"
exit "$status"`;

/** Starts a program in a session of its own, so that Ctrl-C reaches us alone and we decide the order of stopping. */
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
  // Whoever started it may end without stopping it: that closes the pipe, and that is enough.
  shell.unref();
  for (const pipe of [stdin, stdout]) if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  const stop = async () => {
    shell.ref();
    stdin.end();
    await exited;
  };
  return { pid, exited, stop };
};
