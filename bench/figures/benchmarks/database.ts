import pg from 'pg';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { figuresOf, type Measured } from '../results';
import { benchRace } from '../system/bench-race';
import { cpuUsedBy } from '../system/cpu-used';
import { addRegistrations, openHistory } from '../system/history';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly registrations: number;
  /** In one transaction. */
  readonly batch: number;
  readonly connections: number;
}

const sizes = {
  full: { registrations: 200_000, batch: 100, connections: 4 },
  short: { registrations: 10_000, batch: 100, connections: 4 },
} as const satisfies Record<string, Size>;

const walBytes = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(`SELECT (pg_current_wal_lsn() - '0/0')::float8 AS n`);
  return rows[0]?.n ?? Number.NaN;
};

export const measureDatabase = async (
  { system }: Pick<OwnSystem, 'system'>,
  { registrations, batch, connections }: Size,
  { signal }: Pick<Stage, 'signal'>,
): Promise<Measured> => {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: system.urls.ownerDatabase }),
  );
  const [first] = clients;
  if (!first) throw new Error('There must be a connection.');
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await openHistory(first, registrations);
    const before = await walBytes(first);
    const began = performance.now();
    let next = 1;
    const write = async (client: pg.Client) => {
      while (next <= registrations) {
        signal.throwIfAborted();
        const from = next;
        next += batch;
        await client.query('BEGIN');
        await addRegistrations(client, from, Math.min(from + batch - 1, registrations));
        await client.query('COMMIT');
      }
    };
    let standby = Number.NaN;
    const { seconds } = await cpuUsedBy(system, ['postgres'], async () => {
      ({ seconds: standby } = await cpuUsedBy(system, ['postgres-standby'], () => Promise.all(clients.map(write))));
    });
    const wall = (performance.now() - began) / 1_000;
    const bytes = (await walBytes(first)) - before;
    return {
      kind: 'measured',
      figures: figuresOf({
        rate: registrations / wall,
        cpu: (seconds * 1e6) / registrations,
        standby: (standby * 1e6) / registrations,
        log: bytes / registrations / 1_000,
      }),
      details: [],
      notes: [],
    };
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
};

export const database: Benchmark = {
  id: 'database',
  title: 'The database alone',
  baseline: 'none at hand.',
  how: `${number(sizes.full.registrations)} registrations, each with its spot, payment and mail, written in transactions of ${sizes.full.batch} on ${sizes.full.connections} connections, with all indexes, a standby, and every commit on the disk (short: ${number(sizes.short.registrations)}). Nothing is decided, asked or sent: it is the floor of what the writer needs.`,
  goals: [
    { id: 'rate', name: 'registrations', unit: '/s', normalised: { by: 'database', as: 'rate' } },
    {
      id: 'cpu',
      name: 'CPU of PostgreSQL for a registration',
      unit: 'µs',
      normalised: { by: 'database', as: 'cost' },
    },
    { id: 'standby', name: 'CPU of the standby', unit: 'µs', normalised: { by: 'database', as: 'cost' } },
    { id: 'log', name: 'log of the database for a registration', unit: 'KB' },
  ],
  measure: (stage) => withSystem([benchRace(1)], (own) => measureDatabase(own, sizeOf(sizes, stage.size), stage)),
};
