import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import * as v from 'valibot';
import { readUsage } from '../../../loadtest/target/process-usage';
import { uuid7 } from '../../../loadtest/uuid7';
import { startThrowawayCluster } from '../../../local/services/throwaway-cluster';
import { startChild } from '../../cache/start-child';
import { contestants } from '../generators/contestants';
import { cpuOfChild } from '../generators/cpu-of-child';
import type { Calibration } from '../results';
import { Started } from '../servers/say';

/** What measures the machine between the benchmarks. It rests meanwhile. */
export interface Calibrator {
  /** What was measured last. */
  latest(): Calibration;
  /** Takes about five seconds. */
  measure(signal: AbortSignal): Promise<Calibration>;
  stop(): Promise<void>;
}

/** Each is about a second of work on the machine of the committed figures, after a tenth to warm up. */
const sizes = { answers: 16_000, wrkSeconds: 2, rows: 16_000 } as const;

const Cpu = v.object({ user: v.number(), system: v.number() });
const Count = v.object({ requests: v.number() });

/** Resolves with nothing where the system does not tell the CPU of a process. Then no figure is normalised. */
export const startCalibrator = async (signal: AbortSignal): Promise<Calibrator | undefined> => {
  if (!existsSync('/proc/self/stat')) return undefined;
  const database = await startDatabase();
  const bare = startChild(resolve('bench/figures/calibration/bare-answer.ts'));
  const server = startChild(resolve('bench/figures/servers/hello.ts'));
  const { port } = await server.ask({ kind: 'start' }, Started);
  const url = `http://127.0.0.1:${port}`;
  const wrk = await contestants.find(({ id }) => id === 'wrk')?.prepare();

  const answer = async (requests: number): Promise<number> => {
    const { user, system } = await bare.ask({ requests }, Cpu);
    return (user + system) / requests;
  };
  const counted = async () => (await server.ask({ kind: 'count' }, Count)).requests;
  const wrkRequest = async (seconds: number, until: AbortSignal): Promise<number | undefined> => {
    if (!wrk?.isThere) return undefined;
    const before = await counted();
    const cpuSeconds = await cpuOfChild(wrk.command(url, seconds), until);
    return (cpuSeconds * 1e6) / ((await counted()) - before);
  };

  // Code is compiled in the first seconds of a process.
  await answer(sizes.answers);
  await database.insert(sizes.rows);
  const measure = async (until: AbortSignal): Promise<Calibration> => {
    await answer(sizes.answers / 10);
    const answered = await answer(sizes.answers);
    const asked = await wrkRequest(sizes.wrkSeconds, until);
    await database.insert(sizes.rows / 10);
    const row = await database.insert(sizes.rows);
    return { answer: answered, ...(asked !== undefined && { wrk: asked }), row };
  };
  let latest = await measure(signal);
  return {
    latest: () => latest,
    measure: async (until) => {
      latest = await measure(until);
      return latest;
    },
    stop: async () => {
      await Promise.allSettled([bare.stop(), server.stop(), database.stop()]);
    },
  };
};

/** A PostgreSQL of its own. `insert` resolves with the CPU of the session's process for a row, in microseconds. */
const startDatabase = async () => {
  const password = randomBytes(18).toString('base64url');
  // No commit waits for the disk: CPU is counted, and a second should be full of it.
  const { server, port } = await startThrowawayCluster(password, { synchronous_commit: 'off', autovacuum: 'off' });
  const client = new pg.Client({ connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` });
  await client.connect();
  await client.query(
    'CREATE TABLE row_of_calibration (id uuid PRIMARY KEY, made timestamptz NOT NULL, body jsonb NOT NULL)',
  );
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const name = 'session';
  const session = [{ name, pid: rows[0]?.pid ?? Number.NaN }];
  const cpuSeconds = () => readUsage(session).get(name)?.cpuSeconds ?? Number.NaN;
  return {
    insert: async (count: number): Promise<number> => {
      await client.query('TRUNCATE row_of_calibration');
      const before = cpuSeconds();
      for (let n = 0; n < count; n++) await client.query({ ...insertRow, values: [uuid7(), body] });
      return ((cpuSeconds() - before) * 1e6) / count;
    },
    stop: async () => {
      await client.end();
      await server.stop();
    },
  };
};

const insertRow = { name: 'insert', text: 'INSERT INTO row_of_calibration (id, made, body) VALUES ($1, now(), $2)' };
const body = JSON.stringify({ firstName: 'Ada', lastName: 'Abara', email: 'ada@example.com', birthDate: '1980-01-01' });
