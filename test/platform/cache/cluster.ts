import { connect } from 'node:net';
import { type FreshMemcached, freshMemcached } from '../../support/memcached';
import { type FakeMemcached, fakeMemcached } from '../memcached/fake-memcached';

/** Real memcached nodes behind a configuration endpoint, and what may happen to them. */
export interface FaultyCluster {
  readonly url: string;
  readonly size: number;
  /** How often the present list of nodes was requested. */
  readonly timesTold: number;
  kill(at: number): void;
  restart(at: number): Promise<void>;
  freeze(at: number): void;
  thaw(at: number): void;
  flush(at: number): Promise<void>;
  /** An empty node replaces one that keeps running but is no longer on the list. */
  replace(at: number): Promise<void>;
  stop(): Promise<void>;
}

const answerOf = (version: number, nodes: readonly FreshMemcached[]) => {
  const body = `${version}\n${nodes.map(({ port }) => `|127.0.0.1|${port}`).join(' ')}\n`;
  return `CONFIG cluster 0 ${body.length}\r\n${body}\r\nEND\r\n`;
};

const send = (port: number, line: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`));
    socket.once('error', reject);
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
  });

export const faultyCluster = async (size: number): Promise<FaultyCluster> => {
  const nodes = await Promise.all(Array.from({ length: size }, () => freshMemcached()));
  const replaced: FreshMemcached[] = [];
  let [version, timesTold] = [1, 0];
  const directory: FakeMemcached = await fakeMemcached((_, socket) => {
    timesTold += 1;
    socket.write(answerOf(version, nodes));
  });
  const node = (at: number) => {
    const found = nodes[at];
    if (!found) throw new Error(`there is no node ${at}`);
    return found;
  };
  return {
    url: `${directory.url}?discovery=on`,
    size,
    get timesTold() {
      return timesTold;
    },
    kill: (at) => void process.kill(node(at).pid, 'SIGKILL'),
    restart: async (at) => {
      const before = node(at);
      await before.stop();
      nodes[at] = await freshMemcached({ port: before.port });
    },
    freeze: (at) => void process.kill(node(at).pid, 'SIGSTOP'),
    thaw: (at) => void process.kill(node(at).pid, 'SIGCONT'),
    flush: (at) => send(node(at).port, 'flush_all'),
    replace: async (at) => {
      replaced.push(node(at));
      nodes[at] = await freshMemcached();
      version += 1;
      timesTold = 0;
    },
    stop: async () => void (await Promise.all([directory, ...nodes, ...replaced].map((server) => server.stop()))),
  };
};
