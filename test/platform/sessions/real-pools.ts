import { setTimeout } from 'node:timers/promises';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { type FreshMemcached, freshMemcached } from '../../support/memcached';
import { listSessions } from './list-sessions';

/** Milliseconds. Long enough that a busy machine does not look like a dead pool; a sick pool is given up sooner. */
const timeoutsMs = { well: 10_000, sick: 250 };

/** Memcached servers and clients that end with the test. */
export class RealPools {
  readonly #servers: FreshMemcached[] = [];
  readonly #clients: Memcached[] = [];

  async server(port?: number): Promise<FreshMemcached> {
    const server = await freshMemcached(port === undefined ? {} : { port });
    this.#servers.push(server);
    return server;
  }

  client(server: FreshMemcached, health: keyof typeof timeoutsMs): Memcached {
    return this.at(server.url, health);
  }

  at(url: string, health: keyof typeof timeoutsMs = 'well'): Memcached {
    const client = openMemcached(url, { timeoutMs: timeoutsMs[health] });
    this.#clients.push(client);
    return client;
  }

  /** What the process of one function has: clients of its own. */
  process(one: Memcached, other: Memcached, wasEnded?: (id: string) => Promise<boolean>) {
    return listSessions({ pools: [one, other], ...(wasEnded && { wasEnded }) });
  }

  async close(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.close();
    await Promise.all(this.#servers.splice(0).map((server) => server.stop()));
  }
}

/** Repeats `work` with a short pause, until told to stop. */
export const keepDoing = (work: () => Promise<unknown>) => {
  let isOver = false;
  const done = (async () => {
    // A quarter of a million turns: no test lasts that long.
    for (let n = 0; !isOver && n < 250_000; n++) {
      await work();
      await setTimeout(1);
    }
  })();
  return {
    stop: () => {
      isOver = true;
      return done;
    },
  };
};
