import { writeRaceAudit } from '../ledger/audit';
import { putInOutbox } from '../ledger/outbox';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnDeadlock } from '../platform/retry';
import { applyRows } from './apply-rows';
import type { Batch, BatchAnswer, Ordered, PublicationOrder, ResultBatches, Taken } from './ports';
import { readEntries } from './postgres-result-rows';

interface Needs {
  readonly postgres: Postgres;
  readonly hash: (content: string) => string;
  readonly newId: () => string;
}

/** What comes in about entries, and what of it is to be published, in the primary database. */
export class PostgresResultBatches implements ResultBatches {
  readonly #postgres: Postgres;
  readonly #hash: (content: string) => string;
  readonly #newId: () => string;

  constructor({ postgres, hash, newId }: Needs) {
    this.#postgres = postgres;
    this.#hash = hash;
    this.#newId = newId;
  }

  take(batch: Batch): Promise<Taken> {
    const hash = this.#hash(JSON.stringify(batch.rows));
    return this.#postgres.transaction((sql) => take(sql, batch, hash), { retryOn: retryOnDeadlock });
  }

  /** The publisher reads the entries as they are now, also when others change them before. */
  order(order: PublicationOrder): Promise<Ordered> {
    return this.#postgres.transaction(async (sql) => {
      const set = await lock(sql, order);
      if (!set) return { kind: 'no-such-set' };
      if (set.is_due) return { kind: 'underway' };
      if (Number(set.seq) !== order.seq) return { kind: 'stale', seq: Number(set.seq) };
      if (order.isDryRun) return { kind: 'ordered' };
      const { raceId, setId, kind, note, seq } = order;
      await writeRaceAudit(sql, raceId, 'results-published', { setId, kind, note, seq });
      await sql.query(orderVersion, [setId, kind, note]);
      const messageId = this.#newId();
      await putInOutbox(sql, [{ id: messageId, queue: 'publications', body: { setId } }]);
      return { kind: 'ordered', messageId };
    });
  }
}

const lock = async (sql: Sql, { raceId, setId }: { readonly raceId: string; readonly setId: string }) => {
  const [set] = await sql.query<{ seq: string; is_due: boolean }>(lockSet, [setId, raceId]);
  return set;
};

const take = async (sql: Sql, batch: Batch, hash: string): Promise<Taken> => {
  const { setId, id, rows, isDryRun } = batch;
  const set = await lock(sql, batch);
  if (!set) return { kind: 'no-such-set' };
  const [known] = await sql.query<{ body_hash: string; answer: BatchAnswer }>(findBatch, [setId, id]);
  if (known) return known.body_hash === hash ? { kind: 'taken', ...known.answer } : { kind: 'id-reused' };

  const found = await readEntries(
    sql,
    setId,
    rows.map(({ bib }) => bib),
  );
  const { changes, unchanged, refused } = applyRows(new Map(found.map((entry) => [entry.bib, entry])), rows);
  const before = Number(set.seq);
  const answer: BatchAnswer = { applied: changes.length, unchanged, refused, seq: before + changes.length };
  if (isDryRun) return { kind: 'taken', ...answer, seq: before };
  await sql.query(keepBatch, [setId, id, hash, JSON.stringify(answer)]);
  if (changes.length === 0) return { kind: 'taken', ...answer };
  await sql.query(keepEntries, [setId, JSON.stringify(changes.map(({ after }) => after))]);
  await sql.query(keepChanges, [
    setId,
    id,
    before,
    changes.map(({ after }) => after.bib),
    changes.map((change) => (change.before ? JSON.stringify(change.before) : null)),
  ]);
  await sql.query(setSeq, [setId, answer.seq]);
  const counts = { applied: changes.length, unchanged, refused: refused.length };
  await writeRaceAudit(sql, batch.raceId, batch.audit.action, { setId, batch: id, ...counts, ...batch.audit.detail });
  return { kind: 'taken', ...answer };
};

const lockSet = `
  SELECT seq, due_kind IS NOT NULL AS is_due FROM result_set WHERE id = $1 AND race_id = $2 FOR NO KEY UPDATE`;

const orderVersion = `
  UPDATE result_set SET due_kind = $2, due_note = $3, due_seq = seq, due_at = clock_timestamp() WHERE id = $1`;

const findBatch = 'SELECT body_hash, answer FROM result_batch WHERE set_id = $1 AND id = $2';

const keepBatch = 'INSERT INTO result_batch (set_id, id, body_hash, answer) VALUES ($1, $2, $3, $4)';

const keepEntries = `
  INSERT INTO result (set_id, bib, name, name_withheld, gender, age, club, country, status, gun_ms, chip_ms, penalty_ms, splits, note)
  SELECT $1, bib, name, "isNameWithheld", gender, age, club, country, status, "gunMs", "chipMs", "penaltyMs", splits, note
  FROM jsonb_to_recordset($2::jsonb) AS e (bib int, name text, "isNameWithheld" boolean, gender text, age smallint, club text,
    country text, status text, "gunMs" int, "chipMs" int, "penaltyMs" int, splits jsonb, note text)
  ON CONFLICT (set_id, bib) DO UPDATE SET name = EXCLUDED.name, gender = EXCLUDED.gender, age = EXCLUDED.age,
    club = EXCLUDED.club, country = EXCLUDED.country, status = EXCLUDED.status, gun_ms = EXCLUDED.gun_ms,
    chip_ms = EXCLUDED.chip_ms, penalty_ms = EXCLUDED.penalty_ms, splits = EXCLUDED.splits, note = EXCLUDED.note`;

const keepChanges = `
  INSERT INTO result_change (set_id, seq, bib, batch_id, before)
  SELECT $1, $3::bigint + n, bib, $2, before FROM unnest($4::int[], $5::jsonb[]) WITH ORDINALITY AS c (bib, before, n)`;

const setSeq = 'UPDATE result_set SET seq = $2 WHERE id = $1';
