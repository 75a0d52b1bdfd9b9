import { migrate } from '../../lambdas/migrations/migrate';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { createOwnerSql } from '../../lib/constructs/data/database-owner';
import { administer } from '../../local/services/postgres-server';
import type { SupervisedProgram } from '../../local/services/supervised-program';
import { startThrowawayCluster } from '../../local/services/throwaway-cluster';

/**
 * A new cluster as Aurora makes it: an administrator without superuser rights, and a role for those who sign in with
 * IAM.
 */
const asAuroraDoes = [
  'CREATE ROLE rds_iam',
  "CREATE ROLE administrator LOGIN CREATEROLE CREATEDB PASSWORD 'of-tests'",
  'GRANT rds_iam TO administrator WITH ADMIN OPTION',
  'CREATE DATABASE startline OWNER administrator',
];

jest.setTimeout(60_000);

let server: SupervisedProgram;
let port: number;
const opened: Postgres[] = [];

const urlOf = (user: string, database = 'startline') => `postgres://${user}:of-tests@127.0.0.1:${port}/${database}`;
const as = (user: string) => {
  const postgres = openPostgres(urlOf(user));
  opened.push(postgres);
  return postgres;
};
/** Replaces an IAM token, which only Amazon's PostgreSQL understands. */
const letSignIn = (user: string) =>
  administer(urlOf('postgres', 'postgres'), [`ALTER ROLE ${user} PASSWORD 'of-tests'`]);

beforeAll(async () => {
  ({ server, port } = await startThrowawayCluster('of-tests', { fsync: 'off' }));
  await administer(urlOf('postgres', 'postgres'), asAuroraDoes);
});

afterAll(async () => {
  await Promise.all(opened.map((postgres) => postgres.close()));
  await server?.stop();
});

test('the administrator makes the owner, who makes tables and the registrar, who can do neither', async () => {
  const administrator = as('administrator');
  await administrator.query(createOwnerSql);
  await administrator.query(createOwnerSql);
  await letSignIn('owner');

  expect(await migrate(as('owner'))).not.toEqual([]);
  expect(await migrate(as('owner'))).toEqual([]);
  await letSignIn('registrar');

  const registrar = as('registrar');
  expect(await registrar.query('SELECT count(*) AS races FROM race')).toEqual([{ races: 0 }]);
  expect(await registrar.query('SHOW enable_seqscan')).toEqual([{ enable_seqscan: 'off' }]);
  await expect(registrar.query('CREATE TABLE mine ()')).rejects.toThrow('permission denied');
  await expect(registrar.query('CREATE ROLE friend')).rejects.toThrow('permission denied');

  const members = await administrator.query(
    "SELECT rolname, rolsuper, pg_has_role(rolname, 'rds_iam', 'MEMBER') AS iam FROM pg_roles WHERE rolname IN ('owner', 'registrar') ORDER BY rolname",
  );
  expect(members).toEqual([
    { rolname: 'owner', rolsuper: false, iam: true },
    { rolname: 'registrar', rolsuper: false, iam: true },
  ]);
});
