import { type Migration, migrations } from '../../lambdas/migrations/all';
import { migrate } from '../../lambdas/migrations/migrate';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { startThrowawayCluster } from '../../local/services/throwaway-cluster';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';

let database: FreshDatabase;
let owner: Postgres;

beforeEach(async () => {
  database = await freshDatabase();
  owner = openPostgres(database.ownerUrl);
});
afterEach(async () => {
  await owner?.close();
  await database?.close();
});

const three: Migration[] = [
  { name: '9001-a', sql: 'CREATE TABLE a (n int); INSERT INTO a VALUES (1)' },
  { name: '9002-b', sql: 'ALTER TABLE a ADD m int; CREATE INDEX a_m ON a (m)' },
];

test('each is applied once, in order', async () => {
  expect(await migrate(owner, three)).toEqual(['9001-a', '9002-b']);
  expect(await migrate(owner, three)).toEqual([]);
  expect(await owner.query('SELECT n FROM a')).toEqual([{ n: 1 }]);
});

test('many at once take turns', async () => {
  const others = Array.from({ length: 4 }, () => openPostgres(database.ownerUrl));
  const applied = await Promise.all(others.map((other) => migrate(other, three)));
  expect(applied.flat().sort()).toEqual(['9001-a', '9002-b']);
  await Promise.all(others.map((other) => other.close()));
});

test('one that was edited after it was applied is refused by name, before anything is done', async () => {
  await migrate(owner, three.slice(0, 1));
  const edited = [{ name: '9001-a', sql: 'CREATE TABLE a (n bigint)' }, ...three.slice(1)];
  await expect(migrate(owner, edited)).rejects.toThrow('Migration 9001-a was edited');
  expect(await owner.query("SELECT 1 FROM migration WHERE name = '9002-b'")).toEqual([]);
});

test('of one that fails nothing is kept, and those before it are', async () => {
  const broken = { name: '9002-b', sql: 'CREATE TABLE half (n int); SELECT 1 / 0' };
  await expect(migrate(owner, [...three.slice(0, 1), broken])).rejects.toThrow('Migration 9002-b failed');
  expect(await owner.query("SELECT to_regclass('half') AS half, to_regclass('a')::text AS a")).toEqual([
    { half: null, a: 'a' },
  ]);
  expect(await migrate(owner, three)).toEqual(['9002-b']);
});

test('each has a number of its own, and comes after those with lower ones; some that were applied before share one', () => {
  const last = 57;
  const numbers = migrations.map(({ name }) => Number.parseInt(name, 10)).filter((number) => number > last);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

test('older code leaves a newer database alone', async () => {
  await migrate(owner, three);
  expect(await migrate(owner, three.slice(0, 1))).toEqual([]);
});

test('the functions read and write rows, of new tables too, and change no table', async () => {
  await migrate(owner, three);
  const { postgres } = database;
  expect(await postgres.query('UPDATE a SET m = 2 RETURNING n, m')).toEqual([{ n: 1, m: 2 }]);
  for (const text of [
    'CREATE TABLE b (n int)',
    'DROP TABLE a',
    'ALTER TABLE a ADD x int',
    'TRUNCATE a',
    'SELECT * FROM migration',
  ]) {
    await expect(postgres.query(text)).rejects.toMatchObject({ code: '42501' });
  }
  await expect(postgres.query('SELECT analyze_spots()')).resolves.toHaveLength(1);
});

test('where it may make roles, it makes the functions’ role and limits it', async () => {
  // A cluster of its own: the shared one's role must never be without its limits, not even briefly.
  const { server, port } = await startThrowawayCluster('of-tests', { fsync: 'off' });
  const superuser = openPostgres(`postgres://postgres:of-tests@127.0.0.1:${port}/postgres`);
  await migrate(superuser);
  const [role] = await superuser.query<{ rolconfig: string[] }>(
    "SELECT rolconfig FROM pg_roles WHERE rolname = 'registrar'",
  );
  expect(role?.rolconfig.sort()).toEqual([
    'enable_seqscan=off',
    'idle_in_transaction_session_timeout=10s',
    'lock_timeout=5s',
    'statement_timeout=10s',
  ]);
  await superuser.close();
  await server.stop();
});
