import { renameSync, writeFileSync } from 'node:fs';
import { keepRunning, type Running, type Supervised } from './keep-running';

/**
 * The order of stopping: clients before servers. PostgreSQL's standby stops after its primary, so that it receives
 * everything.
 */
const order = [
  ['status', 'gateway', 'sources', 'commentator'],
  ['mail', 'processor', 'inbox'],
  ['queues', 'objects', 'secrets', 'beacon', 'edge-store'],
  ['memcached-session-a', 'memcached-session-b', 'memcached-data'],
  ['postgres'],
  ['postgres-standby'],
];

/** The processes of a running system. Their states are written to `file`, which the status page reads. */
export class Parts {
  readonly #running: Supervised[] = [];
  readonly #since = Date.now();
  readonly #file: string;
  readonly #say: (news: string) => void;

  constructor(file: string, say: (news: string) => void) {
    this.#file = file;
    this.#say = say;
  }

  /** Starts a process and keeps it running. Rejects when the first start fails. */
  async run(name: string, start: () => Promise<Running>): Promise<void> {
    const changed = () => this.#write();
    this.#running.push(await keepRunning(name, start, { say: this.#say, changed }));
    changed();
  }

  get pids(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#running.map(({ name, pid }) => [name, pid]));
  }

  async stop(name: string): Promise<void> {
    const index = this.#running.findIndex((part) => part.name === name);
    await this.#running.splice(index, index < 0 ? 0 : 1)[0]?.stop();
  }

  async stopAll(): Promise<void> {
    for (const names of order) await Promise.allSettled(names.map((name) => this.stop(name)));
  }

  #write(): void {
    const self = { name: 'supervisor', pid: process.pid, restarts: 0, since: this.#since, state: 'running' };
    const parts = this.#running.map(({ name, pid, restarts, since, state }) => ({ name, pid, restarts, since, state }));
    writeFileSync(`${this.#file}.new`, JSON.stringify([self, ...parts]));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
