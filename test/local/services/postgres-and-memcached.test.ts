import pg from 'pg';
import { freshMemcached, patientMemcached } from '../../support/memcached';
import { freshDatabase } from '../../support/postgres/database';

test('a fresh database is migrated, empty, and nobody else sees what is written into it', async () => {
  const [mine, yours] = await Promise.all([freshDatabase(), freshDatabase()]);
  try {
    const race = `INSERT INTO race VALUES ('r', 'R', 'P', '2027-01-01', 'UTC', '', 'EUR', now(), now() + interval '1 day', '1', 'w', 'h')`;
    await mine.postgres.query(race);
    expect(await mine.postgres.query('SELECT id FROM race')).toEqual([{ id: 'r' }]);
    expect(await yours.postgres.query('SELECT id FROM race')).toEqual([]);
  } finally {
    await Promise.all([mine.close(), yours.close()]);
  }
});

test('the functions cannot change the schema, and plan without sequential scans', async () => {
  const database = await freshDatabase();
  try {
    await expect(database.postgres.query('DROP TABLE race')).rejects.toThrow(/owner/);
    await expect(database.postgres.query('CREATE TABLE mine (id integer)')).rejects.toThrow(/permission denied/);
    expect(await database.postgres.query('SHOW enable_seqscan')).toEqual([{ enable_seqscan: 'off' }]);
  } finally {
    await database.close();
  }
});

test('a closed database is gone', async () => {
  const database = await freshDatabase();
  await database.close();
  const client = new pg.Client({ connectionString: database.url });
  await expect(client.connect()).rejects.toThrow(/does not exist/);
});

test('a fresh memcached answers, and is gone when stopped', async () => {
  const server = await freshMemcached();
  const memcached = patientMemcached(server.url);
  await memcached.set('key', 'value', 60);
  expect((await memcached.get('key'))?.toString()).toBe('value');
  memcached.close();
  await server.stop();
  expect(() => process.kill(server.pid, 0)).toThrow(/ESRCH/);
});
