import { randomBytes, timingSafeEqual } from 'node:crypto';
import { writeRaceAudit } from '../ledger/audit';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { sha256 } from '../platform/signed-tokens';
import { readKey, writeKey } from './api-key';
import type { ApiKeys, JudgedKey, KeyRefusal, KeyUse, KeyWish, ListedKey, MadeKey } from './ports';

/** That work. A race has a timer, and a few devices. */
const mostKeys = 50;

/** The keys of races, in the primary database. Of a key only the hash of its secret is kept. */
export class PostgresApiKeys implements ApiKeys {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  make({ raceId, label, scopes }: KeyWish, isDryRun: boolean): Promise<MadeKey> {
    return this.#postgres.transaction(async (sql) => {
      // Two keys that are made at once are counted one after the other.
      const [race] = await sql.query('SELECT FROM race WHERE id = $1 FOR NO KEY UPDATE', [raceId]);
      if (!race) return { kind: 'no-such-race' };
      const [{ number } = { number: 0 }] = await sql.query<{ number: number }>(countKeys, [raceId]);
      if (number >= mostKeys) return { kind: 'too-many', most: mostKeys };
      const keyId = this.#newId();
      if (isDryRun) return { kind: 'made', keyId };
      const secret = randomBytes(32).toString('base64url');
      await sql.query(keepKey, [keyId, raceId, label, sha256(secret), scopes]);
      await writeRaceAudit(sql, raceId, 'api-key-made', { keyId, label, scopes });
      return { kind: 'made', keyId, key: writeKey({ id: keyId, secret }) };
    });
  }

  list(raceId: string): Promise<readonly ListedKey[]> {
    return this.#postgres.query<ListedKey>(listKeys, [raceId]);
  }

  withdraw(raceId: string, keyId: string, isDryRun: boolean): Promise<boolean> {
    return this.#postgres.transaction(async (sql) => {
      const [known] = await sql.query<{ is_withdrawn: boolean }>(lockKey, [keyId, raceId]);
      if (!known) return false;
      if (known.is_withdrawn || isDryRun) return true;
      await sql.query('UPDATE api_key SET withdrawn_at = clock_timestamp() WHERE id = $1', [keyId]);
      await writeRaceAudit(sql, raceId, 'api-key-withdrawn', { keyId });
      return true;
    });
  }
}

interface KeyRow {
  readonly race_id: string;
  readonly secret_hash: string;
  readonly scopes: readonly string[];
  readonly is_withdrawn: boolean;
  readonly is_noted: boolean;
}

/**
 * Judges a key in the transaction that it is to permit. A withdrawal waits for that transaction, so when it has answered, the key
 * writes nothing any more.
 */
export const judgeKey = async (sql: Sql, { raceId, scope, key }: KeyUse): Promise<JudgedKey> => {
  const read = readKey(key);
  if (!read) return refused('none');
  const [known] = await sql.query<KeyRow>(findKey, [read.id]);
  if (!known || !timingSafeEqual(Buffer.from(sha256(read.secret)), Buffer.from(known.secret_hash)))
    return refused('unknown');
  if (known.is_withdrawn) return refused('withdrawn');
  if (known.race_id !== raceId) return refused('another-race');
  if (!known.scopes.includes(scope)) return refused('another-scope');
  if (!known.is_noted) await sql.query(noteUse, [read.id]);
  return { kind: 'good', keyId: read.id };
};

export interface KeyOfStaff {
  readonly raceId: string;
  readonly keyId: string;
  readonly label: string;
}

/** The keys that work and that this person made, by the audit; `raceId` undefined: of all races. */
export const keysMadeBy = (sql: Sql, staffId: string, raceId: string | undefined): Promise<readonly KeyOfStaff[]> =>
  sql.query<KeyOfStaff>(findMadeBy, [staffId, raceId ?? null]);

/** For good. The caller writes the audit. */
export const withdrawKeys = async (sql: Sql, keys: readonly Pick<KeyOfStaff, 'keyId'>[]): Promise<void> => {
  await sql.query(withdrawAll, [keys.map(({ keyId }) => keyId)]);
};

const refused = (reason: KeyRefusal): JudgedKey => ({ kind: 'refused', reason });

const countKeys = 'SELECT count(*)::int AS number FROM api_key WHERE race_id = $1 AND withdrawn_at IS NULL';

const keepKey = 'INSERT INTO api_key (id, race_id, label, secret_hash, scopes) VALUES ($1, $2, $3, $4, $5)';

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const listKeys = `
  SELECT id AS "keyId", label, scopes, ${instant('made_at')} AS "madeAt", ${instant('last_used_at')} AS "lastUsedAt",
    ${instant('withdrawn_at')} AS "withdrawnAt"
  FROM api_key WHERE race_id = $1 ORDER BY withdrawn_at IS NOT NULL, made_at DESC, id LIMIT 200`;

const lockKey = `
  SELECT withdrawn_at IS NOT NULL AS is_withdrawn FROM api_key WHERE id = $1 AND race_id = $2 FOR NO KEY UPDATE`;

const findMadeBy = `
  SELECT k.race_id AS "raceId", k.id AS "keyId", k.label FROM api_key k
  WHERE k.withdrawn_at IS NULL AND ($2::text IS NULL OR k.race_id = $2)
    AND k.id IN (SELECT (a.detail ->> 'keyId')::uuid FROM audit a WHERE a.staff_id = $1 AND a.action = 'api-key-made')
  ORDER BY k.race_id, k.made_at, k.id`;

const withdrawAll = `
  UPDATE api_key SET withdrawn_at = clock_timestamp() WHERE id = ANY ($1::uuid[]) AND withdrawn_at IS NULL`;

const findKey = `
  SELECT race_id, secret_hash, scopes, withdrawn_at IS NOT NULL AS is_withdrawn,
    coalesce(last_used_at > clock_timestamp() - interval '1 minute', false) AS is_noted
  FROM api_key WHERE id = $1 FOR SHARE`;

/** Two requests with one key must not wait for each other: one of them notes it. */
const noteUse = `
  UPDATE api_key SET last_used_at = clock_timestamp()
  WHERE id IN (SELECT id FROM api_key WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED)`;
