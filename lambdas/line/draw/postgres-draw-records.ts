import type { Sql } from '../../platform/postgres/postgres';
import type { DrawRecords } from './ports';
import type { DrawProof, ProofCalls } from './proof';

/** What a draw left, in the primary database. */
export class PostgresDrawRecords implements DrawRecords {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async proof(lineId: string): Promise<DrawProof | undefined> {
    const [row] = await this.#sql.query<{ proof: DrawProof }>(readProof, [lineId]);
    return row?.proof;
  }

  shard(lineId: string, firstByte: number): Promise<string> {
    const from = firstByte.toString(16).padStart(2, '0');
    return this.#text(readShard, [lineId, Buffer.from(from, 'hex'), Buffer.from(from.padEnd(66, 'f'), 'hex')]);
  }

  late(lineId: string): Promise<string> {
    return this.#text(readLate, [lineId]);
  }

  async calls(lineId: string): Promise<ProofCalls> {
    const [row] = await this.#sql.query<{ calls: ProofCalls }>(readCalls, [lineId]);
    return row?.calls ?? [];
  }

  turns(lineId: string): Promise<string> {
    return this.#text(readTurns, [lineId]);
  }

  async #text(statement: string, values: readonly unknown[]): Promise<string> {
    const [row] = await this.#sql.query<{ text: string }>(statement, values);
    return row?.text ?? '';
  }
}

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const hex = (column: string) => `encode(${column}, 'hex')`;
const hashes = `coalesce(string_agg(${hex('hash')} || E'\\n', '' ORDER BY hash), '') AS text FROM line_pass WHERE line_id = $1`;

const readProof = `
  SELECT json_build_object('version', 1, 'raceId', race_id, 'lineId', id, 'gun', ${instant('gun')},
    'closedAt', ${instant('closed_at')}, 'commitment', ${hex('commitment')}, 'secret', ${hex('secret')},
    'listed', listed, 'root', ${hex('root')},
    'beacon', json_build_object('chain', chain, 'round', round, 'at', ${instant('round_at')}, 'signature', ${hex('signature')}),
    'seed', ${hex('seed')}) AS proof
  FROM line WHERE id = $1 AND seed IS NOT NULL`;

const readShard = `SELECT ${hashes} AND wave = 0 AND NOT late AND hash BETWEEN $2 AND $3`;

const readLate = `SELECT ${hashes} AND late`;

const readTurns = `
  SELECT coalesce(string_agg(
    concat_ws(' ', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), event_id, turn) || E'\\n', '' ORDER BY at, turn), '') AS text
  FROM line_turn WHERE line_id = $1`;

const readCalls = `
  SELECT json_agg(json_build_array(${instant('at')}, event_id, called_to) ORDER BY at, event_id) AS calls
  FROM line_call WHERE line_id = $1`;
