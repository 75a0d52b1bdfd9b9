import { noPersonalData, personalData } from '../../lambdas/domain/personal-data/register';
import { openStores } from '../support/stores';

const stores = openStores();

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly is_nullable: 'YES' | 'NO';
}

const columns = () =>
  stores.database.postgres.query<Column>(
    `SELECT c.table_name, c.column_name, c.is_nullable
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND t.table_name <> 'migration'`,
  );

const registered = [
  ...personalData.map(({ table, column }) => `${table}.${column}`),
  ...Object.entries(noPersonalData).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
];

test('every column of the database is registered once, and nothing else is', async () => {
  const found = (await columns()).map(({ table_name, column_name }) => `${table_name}.${column_name}`);
  expect(found.length).toBeGreaterThan(50);
  expect([...registered].sort()).toEqual([...found].sort());
});

test('a column that an erasure sets to NULL may be NULL', async () => {
  const nullable = new Set(
    (await columns())
      .filter(({ is_nullable }) => is_nullable === 'YES')
      .map(({ table_name, column_name }) => `${table_name}.${column_name}`),
  );
  const stuck = personalData
    .filter(({ erase }) => erase === 'null')
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !nullable.has(name));
  expect(stuck).toEqual([]);
});

test('a column whose name says that it is about a person is in the register', () => {
  const telling = /person|runner|recipient|email|mailbox|owner|session|address|phone|birth/;
  const missed = Object.entries(noPersonalData).flatMap(([table, names]) =>
    names.filter((name) => telling.test(name)).map((name) => `${table}.${name}`),
  );
  expect(missed).toEqual([]);
});
