import { Connection, type Target, type Traffic } from './connection';
import type { Incoming, Outgoing } from './engine';

interface Queued {
  readonly request: Outgoing;
  readonly resolve: (answer: Promise<Incoming>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The connections from one address to one server. A busy server accepts new connections slowly, because Node accepts
 * one in each turn of its loop, but serves old ones well. A request on a new connection would wait for the accepting.
 * So a second connection proves itself first, and a request goes to the first connection that is free.
 */
export class Pool {
  readonly #target: Target;
  readonly #traffic: Traffic;
  readonly #most: number;
  readonly #open = new Set<Connection>();
  /** Last in, first out, so that connections beyond the need stay unused and time out. */
  readonly #free: Connection[] = [];
  readonly #queue: Queued[] = [];
  #unproven = 0;

  constructor(target: Target, traffic: Traffic, most: number) {
    this.#target = target;
    this.#traffic = traffic;
    this.#most = most;
  }

  send(request: Outgoing): Promise<Incoming> {
    const connection = this.#takeFree() ?? (this.#open.size === 0 ? this.#connect() : undefined);
    if (connection) return connection.send(request);
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject });
      if (this.#open.size < this.#most && this.#unproven < this.#queue.length) this.#prove();
    });
  }

  close(): void {
    for (const connection of this.#open) connection.close();
  }

  #takeFree(): Connection | undefined {
    for (;;) {
      const last = this.#free.pop();
      if (!last || last.isOpen) return last;
    }
  }

  #connect(): Connection {
    const connection = new Connection(this.#target, this.#traffic, {
      free: (one) => this.#serve(one),
      closed: (one, why) => this.#forget(one, why),
    });
    this.#open.add(connection);
    return connection;
  }

  #prove() {
    this.#unproven++;
    const proven = () => {
      this.#unproven--;
    };
    this.#connect().prove().then(proven, proven);
  }

  #serve(connection: Connection) {
    const next = this.#queue.shift();
    if (next) next.resolve(connection.send(next.request));
    else this.#free.push(connection);
  }

  #forget(connection: Connection, why: Error | undefined) {
    this.#open.delete(connection);
    const at = this.#free.indexOf(connection);
    if (at >= 0) this.#free.splice(at, 1);
    if (this.#open.size > 0 || this.#queue.length === 0) return;
    // No connection is left that could serve them.
    if (why === undefined) this.#serve(this.#connect());
    else for (const { reject } of this.#queue.splice(0)) reject(why);
  }
}
