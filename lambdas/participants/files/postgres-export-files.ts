import { instantText } from '../../domain/instant-sql';
import { writeStaffAudit } from '../../ledger/audit';
import type { Postgres } from '../../platform/postgres/postgres';
import type { ExportedRow } from '../ports';
import { rowsSql } from '../postgres-participants';
import type { ExportFiles, ExportQueue, FileProgress, ReadRows, ShownFile, TakenFile, WantedFile } from './ports';

/** How long a process has a file without a word. One part is written in less. */
const leaseSeconds = 60;
/** So many files of a race may be wanted at once. */
const maxOpenFiles = 3;
/** A file is deleted so long after it was ordered. */
const keptHours = 24;

export class PostgresExportFiles implements ExportFiles, ExportQueue {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  order({ id, subject, format, filter, columns, isSensitive, staffId }: WantedFile) {
    return this.#postgres.transaction(async (sql): Promise<'ordered' | 'too-many' | 'no-such-race'> => {
      const { raceId } = filter;
      const races = await sql.query('SELECT FROM race_document WHERE race_id = $1 FOR NO KEY UPDATE', [raceId]);
      if (races.length === 0) return 'no-such-race';
      const made = await sql.query(orderFile, [
        id,
        raceId,
        format,
        JSON.stringify(subject === 'participants' ? filter : { ...filter, ...foundByNoParticipant }),
        staffId,
        maxOpenFiles,
        columns && JSON.stringify(columns),
        isSensitive,
        subject,
      ]);
      if (made.length === 0) return 'too-many';
      await writeStaffAudit(sql, {
        staffId,
        raceId,
        action: 'export-ordered',
        detail: { id, subject, format, isSensitive },
      });
      return 'ordered';
    });
  }

  list(raceId: string): Promise<readonly ShownFile[]> {
    return this.#postgres.query<ShownFile>(listFiles, [raceId]);
  }

  async steer(raceId: string, id: string, to: 'stop' | 'resume'): Promise<boolean> {
    const states = to === 'stop' ? ['stopped', 'waiting'] : ['waiting', 'stopped'];
    return (await this.#postgres.query(steerFile, [raceId, id, ...states])).length > 0;
  }

  download(raceId: string, id: string, staffId: string): Promise<boolean> {
    return this.#postgres.transaction(async (sql) => {
      const [file] = await sql.query<{ rows: number }>(
        `SELECT rows FROM export_file WHERE race_id = $1 AND id = $2 AND state = 'done'`,
        [raceId, id],
      );
      if (!file) return false;
      await writeStaffAudit(sql, { staffId, raceId, action: 'exported', detail: { id, rows: file.rows } });
      return true;
    });
  }

  async take(lease: string): Promise<TakenFile | undefined> {
    const [file] = await this.#postgres.query<TakenFile & { progress: FileProgress | null }>(takeFile, [
      lease,
      leaseSeconds,
    ]);
    return file && { ...file, progress: file.progress ?? undefined };
  }

  async goesOn({ id, lease }: TakenFile, progress: FileProgress | undefined): Promise<boolean> {
    const kept = await this.#postgres.query(keepProgress, [
      id,
      lease,
      leaseSeconds,
      progress ? JSON.stringify(progress) : null,
      progress?.rows ?? 0,
    ]);
    return kept.length > 0;
  }

  async end({ id, lease }: TakenFile, state: 'done' | 'failed', rows: number): Promise<boolean> {
    return (await this.#postgres.query(endFile, [id, lease, state, rows])).length > 0;
  }

  async letGo({ id, lease }: TakenFile): Promise<void> {
    await this.#postgres.query('UPDATE export_file SET lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2', [
      id,
      lease,
    ]);
  }

  async forgetOld(remove: (file: Pick<WantedFile, 'id' | 'format'>) => Promise<void>): Promise<void> {
    const old = await this.#postgres.query<Pick<WantedFile, 'id' | 'format'>>(findOld, [keptHours]);
    for (const file of old) {
      await remove(file);
      await this.#postgres.query(forgetFile, [file.id]);
    }
  }
}

/** A version that knows participants only finds nobody then, instead of everybody. */
const foundByNoParticipant = { state: 'waits', isUnreached: false };

/** The form that runners of a race see now. */
export const formOf =
  (postgres: Postgres) =>
  async (raceId: string): Promise<unknown> => {
    const [form] = await postgres.query<{ definition: unknown }>(findForm, [raceId]);
    return form?.definition;
  };

/** Rows of a race in the order in which they were recorded: a row that is recorded meanwhile comes later. */
export const readRows =
  (postgres: Postgres): ReadRows =>
  async (filter, upTo, after, isPlain) => {
    const { text, values } = rowsSql(filter, upTo, after, isPlain);
    const rows = await postgres.query<ExportedRow & { key: string }>(text, values);
    return rows.map(({ key, ...row }) => ({ ...row, at: { key, registrationId: row.registrationId } }));
  };

const findForm = `
  SELECT f.definition FROM race r JOIN form f ON f.race_id = r.id AND f.revision = r.form_revision WHERE r.id = $1`;

const orderFile = `
  INSERT INTO export_file (id, race_id, format, filter, made_by, columns, is_sensitive, subject)
  SELECT $1, $2, $3, $4, $5, $7::jsonb, $8, $9
  WHERE (SELECT count(*) FROM export_file WHERE race_id = $2 AND state IN ('waiting', 'stopped')) < $6::int
  RETURNING id`;

const listFiles = `
  SELECT f.id, f.subject, f.format, f.state, f.rows, f.is_sensitive AS "isSensitive", ${instantText('f.up_to')} AS "upTo", coalesce(s.name, '') AS by,
    ${instantText('f.made_at')} AS "madeAt", ${instantText('f.ended_at')} AS "endedAt"
  FROM export_file f LEFT JOIN staff s ON s.id = f.made_by
  WHERE f.race_id = $1 AND f.state <> 'deleted' ORDER BY f.made_at DESC LIMIT 20`;

// A process that still writes it sees that its lease is gone.
const steerFile = `
  UPDATE export_file SET state = $3, lease = NULL, lease_until = NULL
  WHERE race_id = $1 AND id = $2 AND state = $4 RETURNING id`;

const takeFile = `
  UPDATE export_file f SET lease = $1, lease_until = clock_timestamp() + make_interval(secs => $2),
    -- Participants are a copy, which is complete up to an instant. Who waits is read from the list itself.
    up_to = coalesce(f.up_to, (SELECT p.up_to FROM projection p WHERE p.race_id = f.race_id AND f.subject = 'participants'), clock_timestamp())
  FROM (
    SELECT id FROM export_file WHERE state = 'waiting' AND (lease_until IS NULL OR lease_until < clock_timestamp())
    ORDER BY made_at LIMIT 1 FOR UPDATE SKIP LOCKED) one
  WHERE f.id = one.id
  RETURNING f.id, f.subject, f.format, f.filter, f.columns, f.made_by AS "staffId", f.lease, f.up_to::text AS "upTo", f.progress`;

const keepProgress = `
  UPDATE export_file SET progress = $4, rows = $5, lease_until = clock_timestamp() + make_interval(secs => $3)
  WHERE id = $1 AND lease = $2 AND state = 'waiting' RETURNING id`;

const endFile = `
  UPDATE export_file SET state = $3, rows = $4, progress = NULL, lease = NULL, lease_until = NULL, ended_at = clock_timestamp()
  WHERE id = $1 AND lease = $2 AND state = 'waiting' RETURNING id`;

const findOld = `
  SELECT id, format FROM export_file
  WHERE state <> 'deleted' AND made_at < clock_timestamp() - make_interval(hours => $1::int) LIMIT 50`;

// What somebody searched for may be a name.
const forgetFile = `
  UPDATE export_file SET state = 'deleted', filter = '{}', progress = NULL, lease = NULL, lease_until = NULL WHERE id = $1`;
