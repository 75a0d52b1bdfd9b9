/** Passwords of the three roles, made once for a cluster. */
export interface Passwords {
  readonly postgres: string;
  readonly owner: string;
  readonly registrar: string;
}

export type Role = keyof Passwords;

export const postgresUrl = (role: Role, passwords: Passwords, port: number, database: string): string =>
  `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${database}`;

const createRole = (name: Role, passwords: Passwords) =>
  `DO $$ BEGIN CREATE ROLE ${name} LOGIN PASSWORD '${passwords[name]}'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`;

/** To be run as `postgres`, in any database; may be repeated. `registrar` cannot change the schema. */
export const roleStatements = (passwords: Passwords): readonly string[] => [
  createRole('owner', passwords),
  createRole('registrar', passwords),
  // Plans made on an empty table would be kept for the opening minute: 505 ms instead of 1.2 ms for one statement.
  'ALTER ROLE registrar SET enable_seqscan = off',
  "ALTER ROLE registrar SET statement_timeout = '10s'",
  "ALTER ROLE registrar SET lock_timeout = '5s'",
  "ALTER ROLE registrar SET idle_in_transaction_session_timeout = '10s'",
];

/** To be run as `postgres` in the new database itself, before the migrations, which grant the rest; may be repeated. */
export const grantStatements: readonly string[] = ['ALTER SCHEMA public OWNER TO owner'];
