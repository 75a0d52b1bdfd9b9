import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { LegalText, NewText, TextRegister, Texts } from './ports';

/** Texts that people accept, from the database or its standby. */
export class PostgresTexts implements Texts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async hashes(raceId: string) {
    const texts = await this.#sql.query<{ hash: string }>('SELECT hash FROM legal_text WHERE race_id = $1', [raceId]);
    return texts.map(({ hash }) => hash);
  }

  async find(raceId: string, hash: string) {
    // One text may be of several kinds. The answer must not change when another kind is added.
    const [found] = await this.#sql.query<LegalText>(
      `SELECT hash, version, locale, text FROM legal_text WHERE race_id = $1 AND hash = $2
       ORDER BY published_at, kind LIMIT 1`,
      [raceId, hash],
    );
    return found;
  }
}

/** Saves texts in the primary database. */
export class PostgresTextRegister implements TextRegister {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  add({ raceId, kind, hash, version, locale, text }: NewText, isDryRun: boolean): ReturnType<TextRegister['add']> {
    return this.#postgres.transaction(async (sql) => {
      const [race] = await sql.query('SELECT 1 FROM race WHERE id = $1', [raceId]);
      if (!race) return 'no-such-race';
      const [known] = await sql.query('SELECT 1 FROM legal_text WHERE race_id = $1 AND kind = $2 AND hash = $3', [
        raceId,
        kind,
        hash,
      ]);
      if (known || isDryRun) return known ? 'known' : 'added';
      const added = await sql.query(
        `INSERT INTO legal_text (race_id, kind, hash, version, locale, text) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING RETURNING hash`,
        [raceId, kind, hash, version, locale, text],
      );
      return added.length === 1 ? 'added' : 'known';
    });
  }
}
