import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresBinaries, postgresUser } from '../services/postgres-binaries';
import { administer, createCluster, startServer, whenAnswering, writePrivate } from '../services/postgres-server';
import type { Certificate } from './certificate';

interface Options {
  readonly repository: string;
  /** The user that runs PostgreSQL must be able to reach it. */
  readonly directory: string;
  readonly ports: { readonly writer: number; readonly reader: number };
  readonly certificate: Certificate;
}

export interface Database {
  /** Runs a statement as the cluster's administrator, in the database of the functions. */
  readonly administrate: (sql: string) => Promise<void>;
  /** Runs a query as the superuser, which AWS does not allow. */
  readonly look: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly stop: () => Promise<void>;
}

const run = promisify(execFile);

/**
 * Aurora's access rules: members of `rds_iam` connect by TLS with a token, which is not checked here; the administrator
 * has a password. The first matching rule applies.
 */
const accessRules = `
hostssl all          administrator  127.0.0.1/32     scram-sha-256
hostssl all          +rds_iam       127.0.0.1/32     trust
host    all          postgres       127.0.0.1/32     scram-sha-256
host    replication  postgres       127.0.0.1/32     scram-sha-256
`;

/** The roles and the database of a new Aurora cluster. */
const aurora = (password: string) => [
  'CREATE ROLE rds_iam',
  `CREATE ROLE administrator LOGIN CREATEROLE CREATEDB PASSWORD '${password}'`,
  'GRANT rds_iam TO administrator WITH ADMIN OPTION',
  'CREATE DATABASE startline OWNER administrator',
];

/**
 * A real PostgreSQL in place of Aurora, and a standby that follows it: new, empty, and without our functions' roles.
 */
export const startDatabase = async ({ repository, directory, ports, certificate }: Options): Promise<Database> => {
  const binaries = postgresBinaries(repository);
  mkdirSync(directory, { recursive: true });
  const user = postgresUser();
  if (user) chownSync(directory, user.uid, user.gid);
  const password = randomBytes(18).toString('base64url');
  const file = (name: string) => join(directory, name);
  writePrivate(file('password'), password);
  writePrivate(file('pgpass'), `127.0.0.1:${ports.writer}:*:postgres:${password}\n`);
  writePrivate(file('key.pem'), certificate.key);
  writePrivate(file('certificate.pem'), certificate.certificate);
  const settings = {
    ssl: 'on',
    ssl_key_file: file('key.pem'),
    ssl_cert_file: file('certificate.pem'),
    wal_level: 'replica',
    max_connections: 300,
    // No data has to survive the run.
    fsync: 'off',
  };
  const [primary, standby] = [file('primary'), file('standby')];
  await createCluster(binaries, primary, file('password'));
  writeFileSync(join(primary, 'pg_hba.conf'), accessRules);
  await run('cp', ['-a', primary, `${standby}.half`]);
  writePrivate(join(`${standby}.half`, 'standby.signal'), '');
  renameSync(`${standby}.half`, standby);

  const urlOf = (role: string, database: string, port: number) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const start = async (data: string, port: number, more: Readonly<Record<string, string>> = {}) => {
    const log = `${data}.log`;
    writePrivate(log, '');
    const server = await startServer({ binaries, data, port, log, settings: { ...settings, ...more } });
    await whenAnswering(server, urlOf('postgres', 'postgres', port), log);
    return server;
  };
  const writer = await start(primary, ports.writer);
  const primary_conninfo = `host=127.0.0.1 port=${ports.writer} user=postgres application_name=standby passfile=${file('pgpass')}`;
  const reader = await start(standby, ports.reader, { primary_conninfo }).catch(async (error: unknown) => {
    await writer.stop();
    throw error;
  });
  await administer(urlOf('postgres', 'postgres', ports.writer), aurora(password));

  const administrate = async (sql: string) => {
    const ssl = { ca: certificate.certificate };
    const client = new pg.Client({ connectionString: urlOf('administrator', 'startline', ports.writer), ssl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const look = async (sql: string) => {
    const client = new pg.Client({ connectionString: urlOf('postgres', 'startline', ports.writer) });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const stop = async () => {
    await Promise.all([reader.stop(), writer.stop()]);
  };
  return { administrate, look, stop };
};
