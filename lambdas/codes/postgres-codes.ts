import { writeAudit, writeRaceAudit } from '../ledger/audit';
import { addCodePools, addUses, findUse, lockRegistration, lockUse, returnUse } from '../ledger/code-sql';
import { isAnythingDisputed } from '../ledger/dispute-sql';
import { analyzeUnits, freeUnits } from '../ledger/unit-sql';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflict } from '../platform/retry';
import { sha256 } from '../platform/signed-tokens';
import type { Code } from './code';
import type {
  CodeRegister,
  Codes,
  CodesMade,
  CodesWish,
  ListedCode,
  NewCode,
  UsableCredit,
  UseReturned,
} from './ports';

/** A director reads them page by page. */
const pageSize = 500;

/** Codes in the primary database. */
export class PostgresCodeRegister implements CodeRegister {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  make(...wish: Parameters<CodeRegister['make']>): Promise<CodesMade> {
    return this.#postgres.transaction((sql) => this.#make(sql, ...wish), { retryOn: retryOnConflict });
  }

  async #make(sql: Sql, wish: CodesWish, codes: readonly NewCode[], isDryRun: boolean): Promise<CodesMade> {
    const { raceId, batch, uses, opensEvents, allow } = wish;
    // Of two commands with the same batch, the second one sees what the first one made.
    const [race] = await sql.query('SELECT 1 FROM race WHERE id = $1 FOR NO KEY UPDATE', [raceId]);
    const events = await sql.query<{ id: string }>('SELECT id FROM event WHERE race_id = $1', [raceId]);
    if (!race || events.length === 0) return { kind: 'no-such-race' };
    const stranger = opensEvents.find((eventId) => !events.some(({ id }) => id === eventId));
    if (stranger !== undefined) return { kind: 'no-such-event', eventId: stranger };
    const [before] = await sql.query('SELECT 1 FROM code WHERE race_id = $1 AND batch = $2 LIMIT 1', [raceId, batch]);
    if (before) return { kind: 'batch-taken' };
    const hashes = codes.map(({ hash }) => hash);
    const [taken] = await sql.query<{ hash: string }>(
      'SELECT hash FROM code WHERE race_id = $1 AND hash = ANY ($2::text[]) LIMIT 1',
      [raceId, hashes],
    );
    if (taken) return { kind: 'code-taken', place: hashes.indexOf(taken.hash) };
    if (isDryRun) return { kind: 'made' };

    const ids = codes.map(({ id }) => id);
    const pools = uses === undefined ? [] : codes.map(this.#newId);
    if (uses !== undefined) {
      await sql.query(addCodePools, [pools, raceId, ids, uses]);
      await sql.query(addUses, [pools, uses]);
      await sql.query(analyzeUnits);
    }
    await sql.query(insertCodes, [
      raceId,
      batch,
      wish.kind,
      wish.value,
      wish.appliesTo,
      opensEvents,
      instantOf(wish.startsAt),
      instantOf(wish.expiresAt),
      wish.perPerson ?? null,
      allow?.normalize('NFKC').toLowerCase() ?? null,
      ids,
      hashes,
      codes.map(({ hint }) => hint),
      codes.map((_, n) => pools[n] ?? null),
    ]);
    const detail = { batch, codes: codes.length, uses: uses ?? null, kind: wish.kind, value: wish.value };
    await writeRaceAudit(sql, raceId, 'codes-made', detail);
    return { kind: 'made' };
  }

  async list(...[raceId, { batch, after }]: Parameters<CodeRegister['list']>): Promise<readonly ListedCode[]> {
    const rows = await this.#postgres.query<Listed>(listCodes, [raceId, batch ?? null, after ?? null]);
    return rows.map(({ applies_to: appliesTo, expires_at: expires, withdrawn, uses, ...row }) => ({
      ...row,
      appliesTo,
      isWithdrawn: withdrawn,
      ...(expires && { expiresAt: expires.toISOString() }),
      ...(uses !== null && { uses }),
    }));
  }

  withdraw(...[raceId, { id, batch }, isDryRun]: Parameters<CodeRegister['withdraw']>) {
    return this.#postgres.transaction(async (sql) => {
      const which = [raceId, id ?? null, batch ?? null];
      if (isDryRun) return (await sql.query(findUsable, which)).length;
      const withdrawn = await sql.query(withdrawCodes, which);
      if (withdrawn.length > 0) {
        const detail = { ...(id !== undefined && { code: id }), ...(batch !== undefined && { batch }) };
        await writeRaceAudit(sql, raceId, 'codes-withdrawn', detail);
      }
      return withdrawn.length;
    });
  }

  returnUse(registrationId: string, position: number, isDryRun: boolean): Promise<UseReturned> {
    return this.#postgres.transaction(
      async (sql) => {
        const [row] = await sql.query<{ event_id: string }>(lockRegistration, [registrationId]);
        const [use] = await sql.query<Use>(findUse, [registrationId, position]);
        if (!row || !use) return { kind: 'no-such-line' };
        // Nobody has the entry and the credit that pays for it.
        if ((await sql.query(isOfCredit, [use.pool_id])).length > 0) return { kind: 'pays-for-entry' };
        if (isDryRun) return { kind: 'returned', code: use.ref };
        if (use.unit !== null) await sql.query(lockUse, [use.pool_id, use.unit]);
        await sql.query(returnUse, [registrationId, position]);
        if (use.unit !== null) await sql.query(freeUnits, [[use.pool_id], [use.unit], [use.block]]);
        const detail = { code: use.ref, position };
        await writeAudit(sql, [
          { actor: 'director', action: 'use-returned', eventId: row.event_id, registrationId, detail },
        ]);
        return { kind: 'returned', code: use.ref };
      },
      { retryOn: retryOnConflict },
    );
  }
}

/** Codes as a quote reads them, from the database or its standby. */
export class PostgresCodes implements Codes {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(raceId: string, hash: string): Promise<Code | undefined> {
    const [row] = await this.#sql.query<Row>(findCode, [raceId, hash]);
    return row && codeIn(row);
  }

  async findById(raceId: string, codeId: string): Promise<Code | undefined> {
    const [row] = await this.#sql.query<Row>(findCodeById, [raceId, codeId]);
    return row && codeIn(row);
  }

  async findCredit(raceId: string, code: string): Promise<UsableCredit | undefined> {
    const [row] = await this.#sql.query<CreditRow>(findCredit, [raceId, code]);
    if (!row) return undefined;
    const { person, worth, expires_at, pool_id, no_longer: noLonger, longer, ...credit } = row;
    return {
      ...credit,
      events: { noLonger, longer },
      ...(worth !== null && { worth }),
      personHash: sha256(person),
      expiresAt: expires_at.getTime(),
      pool: pool_id,
    };
  }

  async usesOf(
    { id, perPerson }: Pick<Code, 'id' | 'perPerson'>,
    people: readonly string[],
  ): Promise<readonly number[]> {
    const rows = await this.#sql.query<{ n: number }>(perPerson === 1 ? countOnlyUses : countUses, [id, people]);
    return rows.map(({ n }) => n);
  }
}

const codeIn = (row: Row): Code => ({
  id: row.id,
  kind: row.kind,
  value: row.value,
  appliesTo: row.applies_to,
  opensEvents: row.opens_event,
  isWithdrawn: row.withdrawn,
  startsAt: row.starts_at?.getTime(),
  expiresAt: row.expires_at?.getTime(),
  pool: row.pool_id ?? undefined,
  uses: row.uses ?? undefined,
  perPerson: row.uses_each ?? undefined,
  allow: row.allow ?? undefined,
});

const instantOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

interface Use {
  readonly ref: string;
  readonly pool_id: string | null;
  readonly unit: number | null;
  readonly block: string | null;
}

interface Row extends Pick<Code, 'id' | 'kind' | 'value'> {
  readonly applies_to: Code['appliesTo'];
  readonly opens_event: string[];
  readonly withdrawn: boolean;
  readonly starts_at: Date | null;
  readonly expires_at: Date | null;
  readonly pool_id: string | null;
  readonly uses: number | null;
  readonly uses_each: number | null;
  readonly allow: string | null;
}

interface CreditRow extends Pick<UsableCredit, 'id' | 'fee' | 'cost'> {
  readonly no_longer: readonly string[];
  readonly longer: readonly string[];
  readonly person: string;
  readonly worth: number | null;
  readonly expires_at: Date;
  readonly pool_id: string;
}

interface Listed extends Pick<ListedCode, 'id' | 'batch' | 'hint' | 'kind' | 'value' | 'used' | 'over'> {
  readonly applies_to: Code['appliesTo'];
  readonly expires_at: Date | null;
  readonly withdrawn: boolean;
  readonly uses: number | null;
}

/** $1 to $10: what all of them have. $11 and following: each one's id, hash, hint and pool, in parallel. */
const insertCodes = `
  INSERT INTO code (race_id, batch, kind, value, applies_to, opens_event, starts_at, expires_at, uses_each, allow,
                    id, hash, hint, pool_id)
  SELECT $1, $2, $3, $4, $5, $6::uuid[], $7::timestamptz, $8::timestamptz, $9, $10, id, hash, hint, pool
  FROM unnest($11::uuid[], $12::text[], $13::text[], $14::uuid[]) AS c (id, hash, hint, pool)`;

const codeWhere = (condition: string) => `
  SELECT c.id, c.kind, c.value, c.applies_to, c.opens_event, c.withdrawn_at IS NOT NULL AS withdrawn, c.starts_at,
         c.expires_at, c.pool_id, p.stock AS uses, c.uses_each, c.allow
  FROM code c LEFT JOIN pool p ON p.id = c.pool_id WHERE c.race_id = $1 AND ${condition}`;
const findCode = codeWhere('c.hash = $2');
const findCodeById = codeWhere('c.id = $2');

/** Nobody runs where people give or buy tickets. */
const eventsThat = (are: string) => `
  ARRAY(SELECT f.id FROM event f WHERE f.race_id = a.id AND f.kind = 'run' AND ${are} ORDER BY f.position)`;

/**
 * Not in the race where the spot was given up: there it was deferred. Nor while a payment for that spot is disputed, or after the
 * bank or a director has given the money back: nobody has both.
 */
const findCredit = `
  SELECT c.id, c.person, c.worth, c.fee, c.expires_at, c.pool_id,
         coalesce((
           SELECT sum(l.list)::int FROM registration_line l WHERE l.registration_id = r.id AND l.kind = 'entry'
         ), r.share, p.capture_amount, p.amount) AS cost,
         ${eventsThat('f.distance <= e.distance')} AS no_longer, ${eventsThat('f.distance > e.distance')} AS longer
  FROM credit c JOIN race a ON a.id = $1 AND a.series = c.series AND a.currency = c.currency
  JOIN registration r ON r.id = c.registration_id JOIN event e ON e.id = r.event_id AND e.race_id <> a.id
  JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  WHERE c.code = $2 AND c.worth IS DISTINCT FROM 0 AND NOT ${isAnythingDisputed('r')}`;

const isOfCredit = 'SELECT FROM credit WHERE pool_id = $1';

const listCodes = `
  SELECT c.id, c.batch, c.hint, c.kind, c.value, c.applies_to, c.expires_at, c.withdrawn_at IS NOT NULL AS withdrawn,
         p.stock AS uses, l.used, l.over
  FROM code c LEFT JOIN pool p ON p.id = c.pool_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS used, (count(*) FILTER (WHERE state = 'over'))::int AS over
    FROM registration_line WHERE kind = 'code' AND ref = c.id::text AND state IN ('given', 'over')) l
  WHERE c.race_id = $1 AND ($2::text IS NULL OR c.batch = $2) AND ($3::uuid IS NULL OR c.id > $3)
  ORDER BY c.id LIMIT ${pageSize}`;

const which = 'race_id = $1 AND withdrawn_at IS NULL AND (id = $2::uuid OR batch = $3::text)';
const findUsable = `SELECT id FROM code WHERE ${which}`;
const withdrawCodes = `UPDATE code SET withdrawn_at = clock_timestamp() WHERE ${which} RETURNING id`;

const usesBy = (uses: string) => `
  SELECT (${uses})::int AS n FROM unnest($2::text[]) WITH ORDINALITY AS p (person, place) ORDER BY p.place`;

const countUses = usesBy(`
  SELECT count(*) FROM registration_line l JOIN registration r ON r.id = l.registration_id
  WHERE l.kind = 'code' AND l.ref = $1 AND l.state IN ('given', 'over') AND person_key(r.person) = person_key(p.person)`);

/**
 * Where each person has one use, by the key that makes sure of it: the other statement reads every use of the code. A use
 * beyond the limit is found by a key of its own: the one that it lacked may have come back meanwhile.
 */
const keyed = (state: 'given' | 'over') => `
  SELECT count(*) FROM registration_line l
  WHERE l.kind = 'code' AND l.ref = $1 AND l.state = '${state}' AND l.person IS NOT NULL AND person_key(l.person) = person_key(p.person)`;
const countOnlyUses = usesBy(`(${keyed('given')}) + (${keyed('over')})`);
