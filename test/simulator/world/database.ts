import type { JobState } from '../../../lambdas/jobs/ports';
import type { OutboxMessage } from '../../../lambdas/ledger/outbox';
import type { Entry as Entered } from '../../../lambdas/registration/show/status';
import { emptyTables, type Tables } from '../../model/ledger/tables';
import type { Changes, Happening, MailRow } from '../history';
import { emptyGoods, type Goods } from './goods';
import type { Machine, Way, World } from './machine';
import { emptyMoving, type Moving } from './moves';

/** A mail as the ledger knows it. */
export interface Mail extends MailRow {
  readonly recipient: string;
  readonly claimedAt: number;
}

/** A spot on its way to another runner. */
export interface Handover {
  /** The registration it will become. */
  readonly id: string;
  readonly registrationId: string;
  readonly recipient: { readonly firstName: string; readonly email: string };
  readonly state: 'offered' | 'withdrawn' | 'accepted';
  /** The registration that it became. */
  readonly became?: string;
}

/** The job that gives everybody of a cancelled race their money back. */
export interface JobRow {
  readonly id: string;
  readonly refundPercent: number;
  readonly state: JobState;
  /** Of the worker that has it. */
  readonly lease: string | null;
  /** No other worker takes it before. */
  readonly leaseUntil: number;
}

export interface Posted extends OutboxMessage {
  readonly createdAt: number;
}

/** Everything that is committed. It is never changed: a transaction replaces it. */
export interface State {
  readonly tables: Tables;
  /** What the model's rows do not have: the runners' data. */
  readonly entries: ReadonlyMap<string, Entered>;
  /** The session that each registration was made in. A spot that was passed on has none. */
  readonly owners: ReadonlyMap<string, string>;
  readonly outbox: readonly Posted[];
  readonly mails: readonly Mail[];
  readonly handovers: readonly Handover[];
  readonly jobs: readonly JobRow[];
  /** Nothing, in a race without a form. */
  readonly goods: Goods;
  /** Nothing, in a race with one event. */
  readonly moving: Moving;
}

/** A transaction: the state it leaves, and its answer. */
export type Transaction<T> = (state: State) => { readonly state: State; readonly answer: T };

export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const way: Way = {
  latency: [1, 8],
  timeoutMs: 1500,
  down: 'database-down',
  silent: 'database-refuses',
  answerLost: 'database-answer-lost',
  failure: (why) => new ConnectionError(`the database is ${why}`),
};

/** How far the replica may be behind, in milliseconds. */
const mostLagMs = 30_000;

/** PostgreSQL as its clients see it: transactions that happen completely or not at all, on connections that break. */
export class Database {
  readonly #world: World;
  #state: State;
  /** Earlier states, for the replica; the newest last. */
  #past: { readonly until: number; readonly state: State }[] = [];
  #lockedBy: Machine | undefined;

  constructor(world: World, capacity: number, stock: Readonly<Record<string, number>> = {}, others = 0) {
    this.#world = world;
    this.#state = {
      tables: emptyTables(capacity),
      entries: new Map(),
      owners: new Map(),
      outbox: [],
      mails: [],
      handovers: [],
      jobs: [],
      goods: emptyGoods(stock),
      moving: emptyMoving(others),
    };
  }

  get now(): number {
    return this.#world.time.now;
  }

  get state(): State {
    return this.#state;
  }

  /** For the history: something that leaves no row behind. */
  note(about: string): void {
    this.add({ kind: 'note', about });
  }

  add(happening: Happening): void {
    this.#world.history.add(happening);
  }

  /** Only the database knows of a commit until the caller gets the answer. */
  async transact<T>(machine: Machine, by: string, work: Transaction<T>): Promise<T> {
    if (this.#world.faultPlan.strikes('database-deadlock', by)) await machine.pause(this.#world.random.whole(10, 400));
    return machine.call(by, way, () => {
      const { state, answer } = work(this.#state);
      this.#commit(by, state);
      return answer;
    });
  }

  ask<T>(machine: Machine, about: string, look: (state: State) => T): Promise<T> {
    return machine.call(about, way, () => look(this.#state));
  }

  /** The replica is a little behind, and sometimes far behind. */
  askReplica<T>(machine: Machine, about: string, look: (state: State) => T): Promise<T> {
    const { faultPlan, random } = this.#world;
    return machine.call(about, way, () => {
      const lag = faultPlan.strikes('replica-late', about) ? random.whole(1_000, mostLagMs) : random.whole(0, 50);
      return look(this.#past.find(({ until }) => until > this.now - lag)?.state ?? this.#state);
    });
  }

  /** Holds the event's row while `work` runs; a caller that dies releases it. */
  async whileLocked<T>(machine: Machine, work: () => Promise<T>): Promise<T> {
    const until = this.now + way.timeoutMs;
    while (this.#lockedBy?.isAlive) {
      if (this.now >= until) throw new ConnectionError('the event stayed locked');
      await machine.pause(this.#world.random.whole(1, 10));
    }
    this.#lockedBy = machine;
    try {
      return await work();
    } finally {
      if (this.#lockedBy === machine) this.#lockedBy = undefined;
    }
  }

  #commit(by: string, state: State): void {
    const before = this.#state;
    if (state === before) return;
    this.#past = [
      ...this.#past.filter(({ until }) => until > this.now - mostLagMs),
      { until: this.now, state: before },
    ];
    this.#state = state;
    const changes = changesBetween(before, state);
    const { capacity, sale, ...rows } = changes;
    if (capacity !== undefined || sale !== undefined || Object.values(rows).some(({ length }) => length > 0))
      this.#world.history.add({ kind: 'committed', by, changes });
  }
}

const changesBetween = (before: State, after: State): Changes => ({
  registrations: others(before.tables.registrations, after.tables.registrations),
  payments: others(before.tables.payments, after.tables.payments),
  spots: others(before.tables.spots, after.tables.spots),
  blocks: others(before.tables.blocks, after.tables.blocks),
  waiting: others(before.tables.waiting, after.tables.waiting),
  mails: others(before.mails, after.mails),
  gone: numbersGone(before.tables.spots, after.tables.spots),
  units: others(before.goods.units, after.goods.units),
  lines: others(before.goods.lines, after.goods.lines),
  consents: others(before.goods.consents, after.goods.consents),
  otherSpots: others(before.moving.other.spots, after.moving.other.spots),
  otherBlocks: others(before.moving.other.blocks, after.moving.other.blocks),
  otherGone: numbersGone(before.moving.other.spots, after.moving.other.spots),
  offers: others(before.moving.offers, after.moving.offers),
  moves: others(before.moving.moves, after.moving.moves),
  ...(before.tables.event.capacity !== after.tables.event.capacity && { capacity: after.tables.event.capacity }),
  ...(before.tables.event.sale !== after.tables.event.sale && { sale: after.tables.event.sale }),
});

const numbersGone = (before: Tables['spots'], after: Tables['spots']): readonly number[] => {
  if (before === after) return [];
  const left = new Set(after.map(({ number }) => number));
  return before.map(({ number }) => number).filter((number) => !left.has(number));
};

/** Rows are immutable: the same object is the same row. */
const others = <Row>(before: readonly Row[], after: readonly Row[]): readonly Row[] => {
  if (before === after) return [];
  const known = new Set(before);
  return after.filter((row) => !known.has(row));
};
