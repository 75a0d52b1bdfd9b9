import { Signer } from '@aws-sdk/rds-signer';
import type { PoolConfig } from 'pg';
import { parseValue } from './parse-value';

export interface PostgresOptions {
  /** Default 4. A Lambda environment serves one request at a time. */
  readonly maxConnections?: number;
  /** How long one statement may take, in milliseconds, before its connection is discarded. Default 10,000. */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a connection, in milliseconds. Default 5,000. */
  readonly connectionTimeoutMs?: number;
}

/**
 * How long a connection may be idle before we close it. Longer than an environment is warm before an opening: timers
 * that ran out while it was frozen fire as soon as it thaws.
 */
export const idleTimeoutSeconds = 3600;

/** `verify-full`: TLS with a certificate that names the host. `require`: TLS with any certificate. */
const ssl: Record<string, PoolConfig['ssl']> = {
  disable: false,
  require: { rejectUnauthorized: false },
  'verify-full': { rejectUnauthorized: true },
};

/** Reads `postgres://user[:password]@host[:5432]/database[?sslmode=disable|require|verify-full][&auth=iam]`. */
export const poolConfig = (url: string, options: PostgresOptions): PoolConfig => {
  const { maxConnections = 4, connectionTimeoutMs = 5_000 } = options;
  const parts = URL.canParse(url) ? new URL(url) : undefined;
  const host = parts?.hostname.replace(/^\[|\]$/g, '');
  const database = parts && decodeURIComponent(parts.pathname.slice(1));
  if (!parts || !/^postgres(ql)?:$/.test(parts.protocol) || !host || !parts.username || !database)
    throw unreadable(url);

  const user = decodeURIComponent(parts.username);
  const port = Number(parts.port || 5432);
  const sslmode = parts.searchParams.get('sslmode') ?? 'disable';
  const auth = parts.searchParams.get('auth') ?? 'password';
  if (!Object.hasOwn(ssl, sslmode) || !['password', 'iam'].includes(auth)) throw unreadable(url);
  if (auth === 'iam' && sslmode === 'disable') throw new Error('auth=iam sends a token: it needs sslmode=verify-full.');

  return {
    host,
    port,
    user,
    database,
    password: auth === 'iam' ? iamToken(host, port, user) : decodeURIComponent(parts.password),
    ssl: ssl[sslmode],
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: idleTimeoutSeconds * 1000,
    allowExitOnIdle: true,
    keepAlive: true,
    types: { getTypeParser: parseValue },
  };
};

/** A token is valid for 15 minutes and signed on this machine: a new one for each connection costs no call. */
const iamToken = (hostname: string, port: number, username: string) => {
  const signer = new Signer({ hostname, port, username });
  return () => signer.getAuthToken();
};

const unreadable = (url: string) =>
  new Error(
    `"${url.replace(/:[^:@/]*@/, ':…@')}" is not a PostgreSQL address. Expected ` +
      'postgres://user@host:5432/database, with ?sslmode=disable, require or verify-full, and &auth=iam for an IAM token.',
  );
