import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { type SupervisedProgram, startSupervised } from './supervised-program';

export interface MemcachedOptions {
  readonly port: number;
  readonly log: string;
  /**
   * Memory for items, in MiB: taken when it is needed. In half of it, a session pool forgets the first of 30,000 runners, and
   * who asks again gets another spot.
   */
  readonly memory?: number;
  readonly tools?: string;
}

/** Finds memcached: named by MEMCACHED, on the PATH, or unpacked by `set-up.mjs` below `tools`. Throws with advice. */
const findMemcached = (tools = join(process.cwd(), '.startline/tools')): { program: string; libraries?: string } => {
  const named = process.env.MEMCACHED;
  if (named) return { program: named };
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];
  for (const folder of folders)
    if (existsSync(join(folder, 'memcached'))) return { program: join(folder, 'memcached') };
  const unpacked = join(tools, 'memcached/usr/bin/memcached');
  if (existsSync(unpacked)) return { program: unpacked, libraries: join(tools, 'memcached/usr/lib') };
  throw new Error(
    'memcached is missing. Install it (apt-get install memcached, brew install memcached), or run "npm start", which tries to.',
  );
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('mn\r\n'));
    socket.setTimeout(500, () => socket.destroy());
    socket.once('data', () => socket.destroy());
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });

/** Usually it answers in milliseconds, but not while everything starts on a busy machine. */
const startDeadlineMs = 60_000;

/** Starts a real memcached on the loopback interface. Resolves when it answers. */
export const startMemcached = async ({
  port,
  log,
  memory = 256,
  tools,
}: MemcachedOptions): Promise<SupervisedProgram> => {
  const { program, libraries } = findMemcached(tools);
  const flags = ['-l', '127.0.0.1', '-p', String(port), '-U', '0', '-m', String(memory), '-c', '4096', '-t', '2'];
  if (process.getuid?.() === 0) flags.push('-u', 'nobody');
  const env = libraries
    ? { LD_LIBRARY_PATH: `${libraries}/x86_64-linux-gnu:${libraries}/aarch64-linux-gnu` }
    : undefined;
  const server = await startSupervised(program, flags, { log, stopSignal: 'TERM', env });
  let ended: string | undefined;
  void server.exited.then((how) => {
    ended = how;
  });
  for (const giveUp = Date.now() + startDeadlineMs; Date.now() < giveUp && !ended; ) {
    if (await answers(port)) return server;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await server.stop();
  throw new Error(
    `memcached on port ${port} ${ended ?? `did not answer within ${startDeadlineMs / 1000} s`}; see ${log}`,
  );
};
