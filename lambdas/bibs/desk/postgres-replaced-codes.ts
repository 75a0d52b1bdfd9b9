import { writeAudit } from '../../ledger/audit';
import type { Postgres } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import type { CodeReplaced, CodeReplacement, ReplacedCodes } from '../ports';
import { countAtDesk, lockDesk } from './postgres-desk-lock';
import { codeVersion } from './replaced-code-sql';

/** Enough for a runner who shows their code to others, and too few to keep a desk busy. */
const mostPerDay = { runner: 5, director: 20 } as const;

/** Replaces check-in codes that were copied, in the primary database. */
export class PostgresReplacedCodes implements ReplacedCodes {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  replace({ registrationId, actor, seen, reason, isDryRun }: CodeReplacement): Promise<CodeReplaced> {
    return this.#postgres.transaction(
      async (sql): Promise<CodeReplaced> => {
        const [found] = await sql.query<Row>(findRegistration, [registrationId]);
        if (!found) return { kind: 'not-found' };
        const { raceId, eventId, isLive } = found;
        if (!isLive) return { kind: 'no-spot' };
        // Scans wait for the same lock, so each of them comes either before the new code or after it.
        const seq = (await lockDesk(sql, raceId)) ?? 0;
        const [{ version, lately, wait } = noCodes] = await sql.query<Codes>(findCodes, [registrationId, actor]);
        if (seen !== undefined && seen !== version) return { kind: 'replaced', version, isChanged: false };
        if (lately >= mostPerDay[actor]) return { kind: 'too-many', most: mostPerDay[actor], retryAfter: wait };
        const next = version + 1;
        if (!isDryRun) {
          await sql.query(insert, [registrationId, next, raceId, seq + 1, actor]);
          await countAtDesk(sql, raceId, 1);
          const detail = { version: next, ...(reason !== undefined && { reason }) };
          await writeAudit(sql, [{ actor, action: 'code-replaced', eventId, registrationId, detail }]);
        }
        return { kind: 'replaced', version: next, isChanged: true };
      },
      { retryOn: retryOnDeadlock },
    );
  }
}

interface Row {
  readonly raceId: string;
  readonly eventId: string;
  readonly isLive: boolean;
}

/** `lately`: replacements by the same actor within a day. `wait`: seconds until the oldest of these is a day old. */
interface Codes {
  readonly version: number;
  readonly lately: number;
  readonly wait: number;
}

const noCodes: Codes = { version: 0, lately: 0, wait: 0 };

const findRegistration = `
  SELECT e.race_id AS "raceId", g.event_id AS "eventId", g.live AS "isLive"
  FROM registration g JOIN event e ON e.id = g.event_id WHERE g.id = $1`;

const findCodes = `
  SELECT ${codeVersion('$1')} AS version, count(*)::int AS lately,
    coalesce(ceil(extract(epoch FROM min(c.at) + interval '1 day' - clock_timestamp())), 0)::int AS wait
  FROM replaced_code c WHERE c.registration_id = $1 AND c.actor = $2 AND c.at > clock_timestamp() - interval '1 day'`;

const insert = 'INSERT INTO replaced_code (registration_id, version, race_id, seq, actor) VALUES ($1, $2, $3, $4, $5)';
