import { connect } from 'node:net';
import { freePort } from '../../local/services/free-port';
import { startMemcached } from '../../local/services/memcached';

/** A memcached process of our own, and the faults it can be given. It ends with this process at the latest. */
export interface Server {
  readonly port: number;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Sends one line to it, and resolves with the first line of the answer. */
  say(line: string): Promise<string>;
}

const log = '.startline/bench-cache-memcached.log';

export const startServer = async (port?: number): Promise<Server> => {
  const chosen = port ?? (await freePort());
  const memcached = await startMemcached({ port: chosen, log });
  let gone = false;
  void memcached.exited.then(() => {
    gone = true;
  });
  const signal = (name: NodeJS.Signals) => {
    // The process id of an ended process may belong to another process by now.
    if (!gone) process.kill(memcached.pid, name);
  };
  return {
    port: chosen,
    kill: async () => {
      signal('SIGKILL');
      await memcached.stop();
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    say: (line) =>
      new Promise((resolve, reject) => {
        const socket = connect(chosen, '127.0.0.1', () => socket.write(`${line}\r\n`));
        socket.setTimeout(10_000, () => socket.destroy(new Error(`memcached did not answer "${line}" within 10 s`)));
        socket.once('error', reject);
        socket.once('data', (answer) => {
          socket.destroy();
          resolve(String(answer).split('\r\n')[0] ?? '');
        });
      }),
  };
};
