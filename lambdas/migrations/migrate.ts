import type { Postgres, Sql } from '../platform/postgres/postgres';
import { sha256 } from '../platform/signed-tokens';
import { type Migration, migrations } from './all';
import { createRegistrar, grantToRegistrar } from './registrar';

/** 'migrate' in ASCII, cut to eight bytes: any number would do, as long as only we use it. */
const lockKey = '7883958165826302976';

/**
 * Brings a database up to date; answers the names of the migrations it applied now. Each is applied once, in its own
 * transaction; two runs at once take turns. Throws when one that was applied has been edited since.
 */
export const migrate = async (
  postgres: Postgres,
  all: readonly Migration[] = migrations,
): Promise<readonly string[]> => {
  await alone(postgres, async (sql) => {
    await sql.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())',
    );
    await sql.query(createRegistrar);
    refuseEdited(await appliedIn(sql), all);
  });

  const names: string[] = [];
  for (const migration of all) {
    if (await alone(postgres, (sql) => apply(sql, migration))) names.push(migration.name);
  }
  await alone(postgres, (sql) => sql.query(grantToRegistrar));
  return names;
};

const alone = <T>(postgres: Postgres, work: (sql: Sql) => Promise<T>) =>
  postgres.transaction(async (sql) => {
    // An index on a full table takes as long as it takes. The lock ends with the transaction, even one that is killed.
    await sql.query('SET LOCAL statement_timeout = 0');
    await sql.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    // While a migration waits for a table's lock, all later statements on that table wait behind it. So it fails soon,
    // because otherwise all registrations would stop.
    await sql.query("SET LOCAL lock_timeout = '5s'");
    return work(sql);
  });

const apply = async (sql: Sql, { name, sql: text }: Migration) => {
  if ((await appliedIn(sql)).has(name)) return false;
  try {
    await sql.query(text);
  } catch (error) {
    throw new Error(`Migration ${name} failed and nothing of it was kept: ${messageOf(error)}`, { cause: error });
  }
  await sql.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, sha256(text)]);
  return true;
};

const appliedIn = async (sql: Sql) => {
  const rows = await sql.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};

// A name we do not know is a newer version's: after a rollback, the older code runs on the newer schema.
const refuseEdited = (applied: ReadonlyMap<string, string>, all: readonly Migration[]) => {
  for (const { name, sql } of all) {
    if (!applied.has(name) || applied.get(name) === sha256(sql)) continue;
    throw new Error(
      `Migration ${name} was edited after it was applied. Restore it, and put the change into a new one.`,
    );
  }
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
