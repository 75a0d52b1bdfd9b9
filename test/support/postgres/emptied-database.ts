import { administer } from '../../../local/services/postgres-server';
import { type FreshDatabase, freshDatabase } from './database';

/** Empties the tables that have rows, but for the list of migrations. */
const emptyTables = `DO $$ DECLARE
  one regclass;
  is_used boolean;
  used text[] := '{}';
BEGIN
  FOR one IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migration' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', one) INTO is_used;
    IF is_used THEN used := used || one::text; END IF;
  END LOOP;
  IF cardinality(used) > 0 THEN
    EXECUTE format('TRUNCATE %s RESTART IDENTITY CASCADE', array_to_string(used, ', '));
  END IF;
END $$`;

/**
 * A database for all tests of a file, whose tables are empty when a test begins. For tests that read all rows of a table: to
 * empty the tables takes a tenth of the time that another database takes.
 */
export const openEmptiedDatabase = () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database?.close());
  beforeEach(() => administer(database.superuserUrl, [`SET lock_timeout = '10s'`, emptyTables]));
  return {
    get postgres() {
      return database.postgres;
    },
    get superuserUrl() {
      return database.superuserUrl;
    },
  };
};
