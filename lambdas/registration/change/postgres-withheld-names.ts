import { writeAudit } from '../../ledger/audit';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import type { Withheld, WithheldNames } from './withhold-name';

/** A step in the transaction: takes the name out of all results. False: it was in none. */
export type TakeNameOut = (sql: Sql, registrationId: string) => Promise<boolean>;

export class PostgresWithheldNames implements WithheldNames {
  readonly #postgres: Postgres;
  readonly #takeNameOut: TakeNameOut;

  constructor(postgres: Postgres, takeNameOut: TakeNameOut) {
    this.#postgres = postgres;
    this.#takeNameOut = takeNameOut;
  }

  withhold(registrationId: string): Promise<Withheld> {
    return this.#postgres.transaction(async (sql): Promise<Withheld> => {
      const [found] = await sql.query<Row>(lock, [registrationId]);
      if (!found) return { kind: 'not-found' };
      // Also when they said so before: a file may have brought the name since.
      const isOut = await this.#takeNameOut(sql, registrationId);
      // Somebody without a spot was published with it, perhaps.
      if (!found.live && !found.isWithheld && !isOut) return { kind: 'no-spot' };
      if (!found.isWithheld) {
        await sql.query(withhold, [registrationId]);
        await writeAudit(sql, [{ actor: 'runner', action: 'name-withheld', eventId: found.eventId, registrationId }]);
      }
      return { kind: 'withheld' };
    });
  }
}

interface Row {
  readonly live: boolean;
  readonly eventId: string;
  readonly isWithheld: boolean;
}

const lock = `
  SELECT live, event_id AS "eventId", name_withheld AS "isWithheld" FROM registration WHERE id = $1 FOR NO KEY UPDATE`;

const withhold = 'UPDATE registration SET name_withheld = true WHERE id = $1';
