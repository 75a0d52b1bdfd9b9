import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemcached } from '../../lambdas/platform/memcached/open-memcached';
import { freePort } from '../../local/services/free-port';
import { startMemcached } from '../../local/services/memcached';

export interface FreshMemcached {
  readonly url: string;
  readonly port: number;
  /** The server's own pid: stop it (SIGSTOP) or kill it to play a fault. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** A memcached of your own. It ends with the test worker at the latest, even one that was killed. */
export const freshMemcached = async (options: { port?: number } = {}): Promise<FreshMemcached> => {
  const port = options.port ?? (await freePort());
  const server = await startMemcached({ port, log: join(tmpdir(), 'startline-test-memcached.log') });
  const stop = async () => {
    try {
      // One that a test froze would not hear anything else.
      process.kill(server.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
    await server.stop();
  };
  return { url: `memcached://127.0.0.1:${port}`, port, pid: server.pid, stop };
};

/** A client for tests of something else: on a machine that many tests share, an answer after 100 ms is no fault of memcached's. */
export const patientMemcached = (url: string) => openMemcached(url, { timeoutMs: 5_000, connectTimeoutMs: 5_000 });
