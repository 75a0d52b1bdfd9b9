import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Running } from './keep-running';

interface Child {
  readonly name: string;
  /** The folder of the built processes. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: string;
  readonly readySeconds?: number;
  /** Seconds from SIGTERM to SIGKILL, for work in progress. */
  readonly stopDeadlineSeconds?: number;
}

const logLimit = 32 << 20;

/** Reads the text appended to a file after the byte `from`. */
const follow = (file: string, from: number) => {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(1 << 16);
  let [position, text] = [from, ''];
  return {
    read: (): string => {
      for (let size = readSync(descriptor, buffer, 0, buffer.length, position); size > 0; ) {
        text = (text + buffer.toString('utf8', 0, size)).slice(-20_000);
        position += size;
        size = readSync(descriptor, buffer, 0, buffer.length, position);
      }
      return text;
    },
    close: () => closeSync(descriptor),
  };
};

/** A few variables of `process.env`. The others are left out, so that no real credentials reach the functions. */
const inherited = (): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_OPTIONS', 'MEMCACHED', 'SCHEDULE_SCALE'])
    if (process.env[name] !== undefined) kept[name] = process.env[name];
  return kept;
};

/**
 * Starts one of our processes and resolves when it prints `ready`. Rejects with the end of its log. Its output goes
 * straight to the log: passing it through this process at the opening would cost as much as the requests. The process
 * ends when our end of its standard input closes.
 */
export const startChild = async ({
  name,
  directory,
  env,
  log,
  readySeconds = 60,
  stopDeadlineSeconds = 40,
}: Child): Promise<Running> => {
  if (existsSync(log) && statSync(log).size > logLimit) renameSync(log, `${log}.old`);
  const output = openSync(log, 'a', 0o600);
  const heard = follow(log, statSync(log).size);
  const exitWithParent = pathToFileURL(join(directory, 'exit-with-parent.mjs')).href;
  const flags = ['--enable-source-maps', '--import', exitWithParent, join(directory, `${name}.mjs`)];
  const child = spawn(process.execPath, flags, {
    stdio: ['pipe', output, output],
    detached: true,
    env: { ...inherited(), ...env },
  });
  closeSync(output);
  let ended: string | undefined;
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not start: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`));
  }).then((how) => {
    ended = how;
    return how;
  });
  child.stdin?.on('error', () => undefined);

  const stop = async () => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopDeadlineSeconds * 1_000);
    await exited;
    clearTimeout(force);
  };

  try {
    for (const giveUp = Date.now() + readySeconds * 1_000; ; ) {
      const said = heard.read();
      if (/^(\S+ )?ready\b/m.test(said)) return { pid: child.pid ?? 0, exited, stop };
      if (ended !== undefined || Date.now() > giveUp) {
        if (ended === undefined) await stop();
        const reason = said.trimEnd().split('\n').slice(-12).join('\n');
        throw new Error(`${name} ${ended ?? `was not ready within ${readySeconds} s`}. The end of ${log}:\n${reason}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    heard.close();
  }
};
