import { judgeKey } from '../../api-keys/postgres-api-keys';
import { writeRaceAudit } from '../../ledger/audit';
import { putInOutbox } from '../../ledger/outbox';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnDeadlock } from '../../platform/retry';
import { forgetMistakes, losesName } from '../erase/postgres-former-names';
import { takeNamesOut } from '../erase/postgres-name-erasures';
import type { VersionKind } from '../files';
import type {
  Batch,
  BatchAnswer,
  BatchHead,
  Ordered,
  OrderTick,
  PublicationOrder,
  ResultBatches,
  Taken,
  TakenStartList,
} from '../ports';
import { readDifference } from '../postgres-difference';
import { readEntries, unlessLocked } from '../postgres-result-rows';
import { type AppliedRows, applyRows, type EntryChange, type KeptEntry } from './apply-rows';
import { withoutCorrected } from './postgres-corrected';
import { countWithoutBib, readEntrants, readGone, withoutNames } from './postgres-entrants';
import { keepUnmatched, withUnmatched } from './postgres-unmatched';

interface Needs {
  readonly postgres: Postgres;
  readonly hash: (content: string) => string;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Called after the commit of what came in for a live set. When it fails, the minute job of the publisher sees to the version. */
  readonly orderTick: OrderTick;
}

/** Seconds from the beginning of a live version to that of the next. When there was none for so long, the next begins at once. */
const tickSeconds = 2;

/** What comes in about entries, and what of it is to be published, in the primary database. */
export class PostgresResultBatches implements ResultBatches {
  readonly #postgres: Postgres;
  readonly #hash: (content: string) => string;
  readonly #newId: () => string;
  readonly #now: () => Date;
  readonly #orderTick: OrderTick;

  constructor({ postgres, hash, newId, now, orderTick }: Needs) {
    this.#postgres = postgres;
    this.#hash = hash;
    this.#newId = newId;
    this.#now = now;
    this.#orderTick = orderTick;
  }

  take(batch: Batch): Promise<Taken> {
    const hash = this.#hash(JSON.stringify(batch.rows));
    return this.#applied<Taken>(batch, async (sql) => {
      const begun = await begin(sql, batch, hash);
      if (begun.kind !== 'begun') return begun;
      const applied = await applyTo(sql, batch.setId, batch.rows, { now: this.#now().getTime(), points: begun.points });
      if (batch.mayApply && !batch.mayApply(applied)) return { kind: 'not-now' };
      return { kind: 'taken', ...(await keep(sql, batch, begun, hash, { ...applied, rows: batch.rows }, [])) };
    });
  }

  takeStartList(batch: BatchHead): Promise<TakenStartList> {
    const hash = this.#hash('start-list');
    return this.#applied<TakenStartList>(batch, async (sql) => {
      const begun = await begin(sql, batch, hash);
      if (begun.kind !== 'begun' && begun.kind !== 'taken') return begun;
      const withoutBib = await countWithoutBib(sql, batch.setId);
      if (begun.kind === 'taken') return { ...begun, removed: begun.removed ?? [], withoutBib };
      const gone = await readEntries(sql, batch.setId, await readGone(sql, batch.setId));
      const rows = await withoutCorrected(sql, batch.setId, await readEntrants(sql, batch.setId));
      const applied = await applyTo(sql, batch.setId, rows, { now: this.#now().getTime(), points: begun.points });
      const answer = await keep(sql, batch, begun, hash, { ...applied, rows }, gone);
      return { kind: 'taken', ...answer, removed: answer.removed ?? [], withoutBib };
    });
  }

  order(order: PublicationOrder): Promise<Ordered> {
    return unlessLocked(() => this.#postgres.transaction((sql) => this.#order(sql, order)));
  }

  async #order(sql: Sql, order: PublicationOrder): Promise<Ordered> {
    const set = await lock(sql, order);
    if (!set) return { kind: 'no-such-set' };
    // A live version is given up for one that a director orders.
    if (set.due_kind !== null && (set.due_kind !== 'live' || order.kind === 'live')) return { kind: 'underway' };
    const { raceId, setId, kind, note } = order;
    const seq = Number(set.seq);
    // While times come in, nobody can name the last one. Readers see all of them.
    const isMoving = kind === 'live' || (set.is_live && kind === 'preliminary');
    if (seq !== order.seq && !isMoving) return { kind: 'stale', seq };
    if (order.isDryRun) return { kind: 'ordered', difference: await readDifference(sql, setId, kind) };
    await writeRaceAudit(sql, raceId, 'results-published', { setId, kind, note, seq });
    await sql.query(orderVersion, [setId, kind, note]);
    const messageId = this.#newId();
    await putInOutbox(sql, [{ id: messageId, queue: 'publications', body: { setId } }]);
    return { kind: 'ordered', messageId };
  }

  /** Carries `work` out. If a live version became necessary, it is ordered after the commit. */
  async #applied<T extends Taken | TakenStartList>(
    { setId }: BatchHead,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T | { readonly kind: 'locked' }> {
    const applied = await unlessLocked(() =>
      this.#postgres.transaction(
        async (sql) => {
          const answer = await work(sql);
          const [due] = answer.kind === 'taken' ? await sql.query<{ afterSeconds: number }>(makeLiveDue, [setId]) : [];
          return { kind: 'applied' as const, answer, due };
        },
        { retryOn: retryOnDeadlock },
      ),
    );
    if (applied.kind === 'locked') return applied;
    const { answer, due } = applied;
    if (due) await this.#orderTick(setId, due.afterSeconds);
    return answer;
  }
}

interface SetRow {
  readonly seq: string;
  readonly due_kind: VersionKind | null;
  readonly is_live: boolean;
  readonly points: readonly { readonly code: string }[];
}

const lock = async (sql: Sql, { raceId, setId }: { readonly raceId: string; readonly setId: string }) => {
  const [set] = await sql.query<SetRow>(lockSet, [setId, raceId]);
  return set;
};

/** What is answered to a batch, and kept with it. */
interface KeptAnswer extends BatchAnswer {
  /** Of a start list only. */
  readonly removed?: readonly number[];
}

type Begun =
  | {
      readonly kind: 'begun';
      readonly seq: number;
      readonly points: readonly string[];
      readonly keyId: string | null;
    }
  | ({ readonly kind: 'taken' } & KeptAnswer)
  | Exclude<Taken, { readonly kind: 'taken' }>;

/** Judges who sends, locks the set, and finds out whether the batch was taken before. */
const begin = async (sql: Sql, batch: BatchHead, hash: string): Promise<Begun> => {
  const { raceId, setId, id, by } = batch;
  const judged = 'key' in by ? await judgeKey(sql, { raceId, scope: 'times', key: by.key }) : undefined;
  if (judged?.kind === 'refused') return { kind: 'key-refused', reason: judged.reason };
  const set = await lock(sql, batch);
  if (!set) return { kind: 'no-such-set' };
  const [known] = await sql.query<{ body_hash: string; answer: KeptAnswer }>(findBatch, [setId, id]);
  if (known) return known.body_hash === hash ? { kind: 'taken', ...known.answer } : { kind: 'id-reused' };
  const points = set.points.map(({ code }) => code);
  return { kind: 'begun', seq: Number(set.seq), points, keyId: judged?.keyId ?? null };
};

const applyTo = async (
  sql: Sql,
  setId: string,
  rows: readonly EntryChange[],
  context: { readonly now: number; readonly points: readonly string[] },
): Promise<AppliedRows> => {
  const found = await readEntries(
    sql,
    setId,
    rows.map(({ bib }) => bib),
  );
  const current = new Map(found.map((entry) => [entry.bib, entry]));
  const all = await withUnmatched(sql, setId, rows, (bib) => current.has(bib));
  return applyRows(current, await withoutNames(sql, setId, all, current), context);
};

const keep = async (
  sql: Sql,
  batch: BatchHead,
  { seq: before, keyId }: Extract<Begun, { readonly kind: 'begun' }>,
  hash: string,
  { rows, ...applied }: AppliedRows & { readonly rows: readonly EntryChange[] },
  gone: readonly KeptEntry[],
): Promise<KeptAnswer> => {
  const { setId, id, by } = batch;
  const { changes, unchanged, refused } = applied;
  const removed = gone.map(({ bib }) => bib);
  const seq = before + changes.length + removed.length;
  const answer: KeptAnswer = {
    applied: changes.length,
    unchanged,
    refused,
    seq: batch.isDryRun ? before : seq,
    ...(removed.length > 0 && { removed }),
  };
  if (batch.isDryRun) return answer;
  await keepUnmatched(sql, setId, rows, applied);
  await sql.query(keepBatch, [setId, id, hash, JSON.stringify(answer), keyId]);
  if (seq === before) return answer;
  await sql.query(keepEntries, [setId, JSON.stringify(changes.map(({ after }) => after))]);
  await sql.query(removeEntries, [setId, removed]);
  const all = [...changes, ...gone.map((entry) => ({ before: entry, after: undefined }))];
  await sql.query(keepChanges, [
    setId,
    id,
    before,
    [...changes.map(({ after }) => after.bib), ...removed],
    all.map((change) => (change.before ? JSON.stringify(change.before) : null)),
    all.map(losesName),
  ]);
  await sql.query(setSeq, [setId, seq]);
  // Readers may have seen these names.
  const withheld = changes.filter(({ before, after }) => before?.name !== undefined && after.isNameWithheld);
  if (withheld.length > 0)
    await takeNamesOut(
      sql,
      setId,
      withheld.map(({ before, after }) => ({ ...after, name: before?.name })),
    );
  await forgetMistakes(sql, setId, all);
  if ('action' in by) {
    const counts = { applied: changes.length, unchanged, refused: refused.length, removed: removed.length };
    await writeRaceAudit(sql, batch.raceId, by.action, { setId, batch: id, seq, ...counts, ...by.detail });
  }
  return answer;
};

const lockSet = `
  SELECT seq, due_kind, is_live, points FROM result_set WHERE id = $1 AND race_id = $2 FOR NO KEY UPDATE`;

/** A live version that is being published now cannot be recorded any more. Somebody who tidies the race keeps it. */
const orderVersion = `
  UPDATE result_set SET due_kind = $2, due_note = $3, due_seq = seq, due_at = clock_timestamp(), is_live = $2 = 'live',
    publisher = CASE WHEN is_tidied THEN publisher END, publishing_until = CASE WHEN is_tidied THEN publishing_until END
  WHERE id = $1`;

/** Of a live set with changes that no version has, when none is due. */
const makeLiveDue = `
  UPDATE result_set s SET due_kind = 'live', due_note = '', due_seq = s.seq, due_at = clock_timestamp()
  FROM (SELECT seq, at FROM result_version WHERE set_id = $1 ORDER BY number DESC LIMIT 1) v
  WHERE s.id = $1 AND s.is_live AND s.due_kind IS NULL AND s.seq > v.seq
  RETURNING least(${tickSeconds}, greatest(0,
    ceil(${tickSeconds} - extract(epoch FROM clock_timestamp() - v.at))))::int AS "afterSeconds"`;

const findBatch = 'SELECT body_hash, answer FROM result_batch WHERE set_id = $1 AND id = $2';

const keepBatch = 'INSERT INTO result_batch (set_id, id, body_hash, answer, api_key_id) VALUES ($1, $2, $3, $4, $5)';

const keepEntries = `
  INSERT INTO result (set_id, bib, name, name_withheld, gender, age, club, country, status, gun_ms, chip_ms, penalty_ms, splits,
    note, registration_id, source_at)
  SELECT $1, bib, name, "isNameWithheld", gender, age, club, country, status, "gunMs", "chipMs", "penaltyMs", splits, note,
    "registrationId", to_timestamp(at / 1000)
  FROM jsonb_to_recordset($2::jsonb) AS e (bib int, name text, "isNameWithheld" boolean, gender text, age smallint, club text,
    country text, status text, "gunMs" int, "chipMs" int, "penaltyMs" int, splits jsonb, note text, "registrationId" uuid, at float8)
  ON CONFLICT (set_id, bib) DO UPDATE SET name = EXCLUDED.name, name_withheld = EXCLUDED.name_withheld, gender = EXCLUDED.gender,
    age = EXCLUDED.age, club = EXCLUDED.club, country = EXCLUDED.country, status = EXCLUDED.status, gun_ms = EXCLUDED.gun_ms,
    chip_ms = EXCLUDED.chip_ms, penalty_ms = EXCLUDED.penalty_ms, splits = EXCLUDED.splits, note = EXCLUDED.note,
    registration_id = EXCLUDED.registration_id, source_at = EXCLUDED.source_at`;

const removeEntries = 'DELETE FROM result WHERE set_id = $1 AND bib = ANY ($2::int[])';

const keepChanges = `
  INSERT INTO result_change (set_id, seq, bib, batch_id, before, loses_name)
  SELECT $1, $3::bigint + n, bib, $2, before, loses_name
  FROM unnest($4::int[], $5::jsonb[], $6::boolean[]) WITH ORDINALITY AS c (bib, before, loses_name, n)`;

const setSeq = 'UPDATE result_set SET seq = $2 WHERE id = $1';
