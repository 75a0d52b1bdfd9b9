import { execFileSync } from 'node:child_process';
import { openPostgres } from '../../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { sqlStateOf } from '../../../lambdas/platform/postgres/postgres';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { stall } from '../../support/stall';
import { until } from '../../support/until';

let database: FreshDatabase;
let admin: Postgres;
const opened: Postgres[] = [];
const open = (options = {}) => {
  const postgres = openPostgres(database.url, options);
  opened.push(postgres);
  return postgres;
};
const connections = async () =>
  (
    await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND usename = $1', [
      'registrar',
    ])
  ).length;
const killAll = () =>
  admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = $1',
    ['registrar'],
  );

beforeAll(async () => {
  database = await freshDatabase();
  admin = openPostgres(database.superuserUrl);
  await admin.query('CREATE TABLE thing (id integer PRIMARY KEY, n integer NOT NULL DEFAULT 0)');
  await admin.query('GRANT ALL ON thing TO registrar');
});
beforeEach(() => admin.query('TRUNCATE thing'));
afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.close();
});
afterAll(async () => {
  await admin.close();
  await database.close();
});

test('nobody connects before the first statement', async () => {
  const postgres = open();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await connections()).toBe(0);
  expect(await postgres.query('SELECT $1::int + 1 AS n', [1])).toEqual([{ n: 2 }]);
  expect(await connections()).toBe(1);
});

test('a pool that connects ahead has every connection before the first statement, and is told when it cannot', async () => {
  const postgres = open({ maxConnections: 3 });
  await until(async () => (await connections()) === 0);
  await postgres.connect();
  expect(await connections()).toBe(3);
  await Promise.all([1, 2, 3].map(() => postgres.query('SELECT pg_sleep(0.01)')));
  expect(await connections()).toBe(3);
  const nowhere = openPostgres('postgres://registrar@127.0.0.1:1/startline');
  opened.push(nowhere);
  await expect(nowhere.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('counts are numbers, days are days, and what no number can hold says so', async () => {
  const [row] = await open().query(
    `SELECT count(*) AS count, sum(3::int8) AS sum, 2.5::numeric AS half, '2027-03-28'::date AS day, 9007199254740993::int8 AS huge,
       ARRAY[1, NULL]::int8[] AS counts, ARRAY['2027-03-28']::date[] AS days, '2027-03-28T01:00:00Z'::timestamptz AS at, '{"a":[1]}'::jsonb AS json`,
  );
  expect(row).toEqual({
    count: 1,
    sum: 3,
    half: 2.5,
    day: '2027-03-28',
    huge: 9007199254740993n,
    counts: [1, null],
    days: ['2027-03-28'],
    at: new Date('2027-03-28T01:00:00Z'),
    json: { a: [1] },
  });
});

test('a refusal by the database keeps the connection, a timeout gives it up', async () => {
  const postgres = open({ maxConnections: 1, statementTimeoutMs: 2_000 });
  const pid = async () => (await postgres.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
  const first = await pid();
  await expect(postgres.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
  expect(await pid()).toBe(first);
  await expect(postgres.query('SELECT pg_sleep(20)')).rejects.toThrow('timeout');
  expect(await pid()).not.toBe(first);
});

test('a process that was held up itself does not take a late answer for a lost one: it lies in the socket', async () => {
  const postgres = open({ maxConnections: 1, statementTimeoutMs: 300 });
  const pid = async () => (await postgres.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
  const first = await pid();
  const answer = postgres.query('INSERT INTO thing (id) VALUES (1) RETURNING id');
  await new Promise((resolve) => setImmediate(resolve));
  stall(800);
  expect(await answer).toEqual([{ id: 1 }]);
  expect(await pid()).toBe(first);
});

test('a connection killed in the middle of a statement fails that statement only', async () => {
  const postgres = open({ maxConnections: 1 });
  const asleep = async () =>
    (await admin.query("SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(30)' AND wait_event = 'PgSleep'"))
      .length > 0;
  const killed = postgres.query('SELECT pg_sleep(30)').catch((error) => error);
  await until(asleep);
  await killAll();
  expect(sqlStateOf(await killed)).toBe('57P01');
  expect(await postgres.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('connections killed while nobody used them are not noticed', async () => {
  const postgres = open();
  await Promise.all([postgres.query('SELECT pg_sleep(0.01)'), postgres.query('SELECT pg_sleep(0.01)')]);
  await killAll();
  await until(async () => (await connections()) === 0);
  const again = () => postgres.query('SELECT 1 AS n').catch(() => undefined);
  await until(async () => Boolean(await again()));
  expect(await Promise.all([again(), again(), again()])).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
});

describe('a frozen environment', () => {
  /** Kills every connection from another process, while this one cannot notice it. */
  const killWhileFrozen = () => {
    const script = `import pg from 'pg';
      const admin = new pg.Client(${JSON.stringify(database.superuserUrl)});
      await admin.connect();
      await admin.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'registrar'");
      await admin.end();`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script]);
  };
  const now = performance.now.bind(performance);
  let later = 0;
  const passSeconds = (seconds: number) => {
    later += seconds * 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
  };
  afterEach(() => jest.restoreAllMocks());

  test('finds its connections dead when it thaws, and nobody notices', async () => {
    const postgres = open({ maxConnections: 2 });
    await until(async () => (await connections()) === 0);
    await postgres.connect();
    expect(await connections()).toBe(2);
    killWhileFrozen();
    passSeconds(900);
    expect(await postgres.query('INSERT INTO thing VALUES (1) RETURNING id')).toEqual([{ id: 1 }]);
    killWhileFrozen();
    passSeconds(900);
    expect(await postgres.transaction((sql) => sql.query('INSERT INTO thing VALUES (2) RETURNING id'))).toEqual([
      { id: 2 },
    ]);
  });

  test('begins a transaction again whose connection was lost a moment ago', async () => {
    const postgres = open({ maxConnections: 1 });
    await postgres.query('SELECT 1');
    killWhileFrozen();
    expect(await postgres.transaction((sql) => sql.query('INSERT INTO thing VALUES (1) RETURNING id'))).toEqual([
      { id: 1 },
    ]);
  });

  test('keeps a connection that still works, however long it was frozen', async () => {
    const postgres = open({ maxConnections: 1 });
    const pid = async () => (await postgres.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
    const first = await pid();
    passSeconds(900);
    expect(await pid()).toBe(first);
  });
});

describe('what may have run is never repeated', () => {
  const tries = async () => (await admin.query<{ n: number }>('SELECT last_value AS n FROM tries'))[0]?.n;
  const slowTry = "SELECT nextval('tries'), pg_sleep(30)";
  const asleep = async () =>
    (await admin.query('SELECT 1 FROM pg_stat_activity WHERE query = $1 AND wait_event = $2', [slowTry, 'PgSleep']))
      .length > 0;
  const killedInTheMiddle = async (work: Promise<unknown>) => {
    const failed = work.catch((error) => error);
    await until(asleep);
    await killAll();
    return sqlStateOf(await failed);
  };
  beforeAll(async () => {
    await admin.query('CREATE SEQUENCE tries');
    await admin.query('GRANT ALL ON SEQUENCE tries TO registrar');
  });
  beforeEach(() => admin.query('ALTER SEQUENCE tries RESTART'));

  test('a statement whose connection is lost before its answer', async () => {
    expect(await killedInTheMiddle(open().query(slowTry))).toBe('57P01');
    expect(await tries()).toBe(1);
  });

  test('a transaction that has begun', async () => {
    expect(await killedInTheMiddle(open().transaction((sql) => sql.query(slowTry)))).toBe('57P01');
    expect(await tries()).toBe(1);
  });
});

test('a connection killed between two statements of a transaction undoes it and nothing else', async () => {
  const postgres = open({ maxConnections: 1 });
  const broken = postgres.transaction(async (sql) => {
    await sql.query('INSERT INTO thing VALUES (1)');
    await killAll();
    await until(async () => (await connections()) === 0);
    await sql.query('INSERT INTO thing VALUES (2)');
  });
  await expect(broken).rejects.toThrow();
  expect(await postgres.query('SELECT * FROM thing')).toEqual([]);
});

test('what a transaction throws undoes it, and its connection serves the next', async () => {
  const postgres = open({ maxConnections: 1 });
  const surprise = new Error('surprise');
  const work = postgres.transaction(async (sql) => {
    await sql.query('INSERT INTO thing VALUES (1)');
    throw surprise;
  });
  await expect(work).rejects.toBe(surprise);
  expect(await postgres.query('SELECT * FROM thing')).toEqual([]);
  expect(await postgres.transaction((sql) => sql.query('INSERT INTO thing VALUES (2) RETURNING id'))).toEqual([
    { id: 2 },
  ]);
  expect(await postgres.query('SELECT id FROM thing')).toEqual([{ id: 2 }]);
});

test('a transaction that swallowed a refusal does not pretend to have committed', async () => {
  const postgres = open();
  const work = postgres.transaction(async (sql) => {
    await sql.query('INSERT INTO thing VALUES (1)');
    await sql.query('INSERT INTO thing VALUES (1)').catch(() => {});
  });
  await expect(work).rejects.toThrow('nothing was committed');
  expect(await postgres.query('SELECT * FROM thing')).toEqual([]);
});

test('a statement after the end of its transaction is refused', async () => {
  const kept = await open().transaction(async (sql) => sql);
  await expect(kept.query('SELECT 1')).rejects.toThrow('over');
});

test('two who lock each other out both finish, because the loser begins again', async () => {
  const postgres = open();
  await postgres.query('INSERT INTO thing VALUES (1), (2)');
  let attempts = 0;
  let arrived = 0;
  const meet = async () => {
    arrived += 1;
    while (arrived < 2) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const swap = (first: number, second: number) =>
    postgres.transaction(
      async (sql) => {
        attempts += 1;
        await sql.query('UPDATE thing SET n = n + 1 WHERE id = $1', [first]);
        await meet();
        await sql.query('UPDATE thing SET n = n + 1 WHERE id = $1', [second]);
      },
      { retryOn: ['40P01'] },
    );
  await Promise.all([swap(1, 2), swap(2, 1)]);
  // Three, or more: the loser may lock its first row again before the other one has noticed that it is free.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await postgres.query('SELECT n FROM thing')).toEqual([{ n: 2 }, { n: 2 }]);
});

test('a transaction begins again five times at most, and never for another reason', async () => {
  const postgres = open();
  const attempt = jest.fn();
  const refused = (state: string) =>
    postgres.transaction(
      async (sql) => {
        attempt();
        await sql.query(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`);
      },
      { retryOn: ['40001'] },
    );
  await expect(refused('40001')).rejects.toMatchObject({ code: '40001' });
  expect(attempt).toHaveBeenCalledTimes(6);
  await expect(refused('40P01')).rejects.toMatchObject({ code: '40P01' });
  expect(attempt).toHaveBeenCalledTimes(7);
});
