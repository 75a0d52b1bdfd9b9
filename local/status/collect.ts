import type pg from 'pg';
import { type Books, balanceBooks, type RaceFigures } from './books';
import { type ProcessFigures, readProcesses } from './process-figures';
import { type QueueFigures, readQueues } from './queue-figures';
import { readRaces } from './race-figures';

export interface Status {
  readonly at: string;
  /** The worst result of all races. `unknown`: the database does not answer. */
  readonly balance: Books['balance'] | 'unknown';
  /** Whether the queues and the outbox are empty and no race has work in progress. */
  readonly idle: boolean;
  readonly processes: readonly ProcessFigures[];
  readonly queues: readonly QueueFigures[];
  /** Messages in the outbox table: committed, and not yet sent. */
  readonly outbox: number;
  readonly mails: Readonly<Record<string, number>>;
  readonly races: readonly (RaceFigures & { readonly books: Books })[];
  /** Sources that did not answer. */
  readonly problems: readonly string[];
}

interface Sources {
  readonly pool: pg.Pool;
  readonly queuesUrl: string;
  readonly processesFile: string;
  readonly now: () => Date;
}

const worst = (races: Status['races']): Books['balance'] =>
  (['no', 'working', 'yes'] as const).find((one) => races.some(({ books }) => books.balance === one)) ?? 'yes';

/** Asks all sources at once. A source that does not answer is listed in `problems`, and the others are reported. */
export const collectStatus = async ({ pool, queuesUrl, processesFile, now }: Sources): Promise<Status> => {
  const problems: string[] = [];
  const orElse = async <T>(what: string, work: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return otherwise;
    }
  };
  const tally = async () => {
    const { rows } = await pool.query<{ state: string; n: number }>(
      'SELECT state, count(*)::int AS n FROM mail GROUP BY state',
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  };
  const outboxSize = async () =>
    (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM outbox')).rows[0]?.n ?? 0;
  const [processes, queues, races, outbox, mails] = await Promise.all([
    orElse('processes', readProcesses(processesFile), []),
    orElse('queues', readQueues(queuesUrl), []),
    orElse<readonly RaceFigures[] | undefined>('races', readRaces(pool), undefined),
    orElse('outbox', outboxSize(), 0),
    orElse('mail', tally(), {}),
  ]);
  const balanced = (races ?? []).map((race) => ({ ...race, books: balanceBooks(race) }));
  // Delayed messages are not counted: they are sweeps, which normally find nothing after a quarter of an hour.
  const queued = queues.some(({ waiting, inFlight }) => waiting + inFlight > 0);
  return {
    at: now().toISOString(),
    balance: races ? worst(balanced) : 'unknown',
    idle:
      problems.length === 0 && !queued && outbox === 0 && balanced.every(({ books }) => books.underWay.length === 0),
    processes,
    queues,
    outbox,
    mails,
    races: balanced,
    problems,
  };
};
