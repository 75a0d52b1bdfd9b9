import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../lambdas/platform/memcached/open-memcached';
import { freePort } from '../../local/services/free-port';
import { startMemcached } from '../../local/services/memcached';

export interface FreshMemcached {
  readonly url: string;
  readonly port: number;
  /** The server's own pid, for tests that stop (SIGSTOP) or kill it. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** A memcached of the test's own. It ends with the test worker at the latest, even a killed one. */
export const freshMemcached = async (options: { port?: number } = {}): Promise<FreshMemcached> => {
  const port = options.port ?? (await freePort());
  const server = await startMemcached({ port, log: join(tmpdir(), 'startline-test-memcached.log') });
  const stop = async () => {
    try {
      // One that a test stopped would handle no other signal.
      process.kill(server.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
    await server.stop();
  };
  return { url: `memcached://127.0.0.1:${port}`, port, pid: server.pid, stop };
};

/**
 * A client for tests of something else: on a machine shared by many tests, an answer after 100 ms is no fault of
 * memcached's.
 */
export const patientMemcached = (url: string) => openMemcached(url, { timeoutMs: 5_000, connectTimeoutMs: 5_000 });

/** The same memcached, with some operations of another. */
export const memcachedWith = (memcached: Memcached, changes: Partial<Memcached>): Memcached =>
  new Proxy(memcached, {
    get: (of, name: keyof Memcached) => changes[name] ?? of[name].bind(of),
  });
