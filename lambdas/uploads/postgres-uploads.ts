import { writeStaffAudit } from '../ledger/audit';
import type { Postgres } from '../platform/postgres/postgres';
import type { MediaFile, StrayFiles, Uploads, WantedUpload } from './ports';

/** So many files may be asked for in a race, within a day. */
const maxUploadsPerDay = 200;

export class PostgresUploads implements Uploads, StrayFiles {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async ask({ id, raceId, sha256, type, bytes, staffId }: WantedUpload): ReturnType<Uploads['ask']> {
    const [asked] = await this.#postgres.query<{ race: boolean; made: number }>(askUpload, [
      id,
      raceId,
      sha256,
      type,
      bytes,
      staffId,
      maxUploadsPerDay,
    ]);
    if (!asked?.race) return 'no-such-race';
    return asked.made > 0 ? 'asked' : 'too-many';
  }

  async find(raceId: string, id: string): Promise<WantedUpload | undefined> {
    const [upload] = await this.#postgres.query<WantedUpload>(findUpload, [raceId, id]);
    return upload;
  }

  async accept(upload: WantedUpload, file: MediaFile, put: () => Promise<void>): Promise<void> {
    await this.#postgres.transaction(async (sql) => {
      await sql.query(keepFile, [file.name, file.type, file.bytes, file.width ?? null, file.height ?? null]);
      await put();
      const [accepted] = await sql.query(
        `UPDATE upload SET state = 'accepted' WHERE id = $1 AND state = 'asked' RETURNING 1`,
        [upload.id],
      );
      if (!accepted) return;
      const { staffId, raceId } = upload;
      await writeStaffAudit(sql, {
        staffId,
        raceId,
        action: 'file-uploaded',
        detail: { name: file.name, bytes: file.bytes },
      });
    });
  }

  async refuse({ id, staffId, raceId, type }: WantedUpload, fault: string): Promise<void> {
    await this.#postgres.transaction(async (sql) => {
      await sql.query(`UPDATE upload SET state = 'refused' WHERE id = $1`, [id]);
      await writeStaffAudit(sql, { staffId, raceId, action: 'file-refused', detail: { type, fault } });
    });
  }

  async forgetAsked(): Promise<void> {
    await this.#postgres.query(forgetAsked);
  }

  removeOne(remove: (name: string) => Promise<void>): Promise<boolean> {
    return this.#postgres.transaction(async (sql) => {
      // Locked until the transaction ends: who uploads the same file meanwhile waits, and puts it back.
      const [file] = await sql.query<{ name: string; is_used: boolean }>(takeOldest, []);
      if (!file) return false;
      const [used] = await sql.query(isReferredTo, [`%${file.name}%`]);
      if (used) await sql.query('UPDATE media_file SET looked_at = clock_timestamp() WHERE name = $1', [file.name]);
      else {
        await remove(file.name);
        await sql.query('DELETE FROM media_file WHERE name = $1', [file.name]);
      }
      return true;
    });
  }
}

const askUpload = `
  WITH race AS (SELECT race_id FROM race_document WHERE race_id = $2),
  made AS (
    INSERT INTO upload (id, race_id, sha256, type, bytes, made_by)
    SELECT $1, race_id, $3, $4, $5, $6 FROM race
    WHERE (SELECT count(*) FROM upload WHERE race_id = $2 AND made_at > clock_timestamp() - interval '1 day') < $7::int
    RETURNING 1)
  SELECT EXISTS (SELECT FROM race) AS race, (SELECT count(*)::int FROM made) AS made`;

/** The bucket forgets what was sent after a day. Races have few uploads, so nothing but this looks for old ones. */
const forgetAsked = `DELETE FROM upload WHERE made_at < clock_timestamp() - interval '30 days'`;

const findUpload = `
  SELECT id, race_id AS "raceId", sha256, type, bytes, made_by AS "staffId" FROM upload
  WHERE race_id = $1 AND id = $2 AND state <> 'refused'`;

const keepFile = `
  INSERT INTO media_file (name, type, bytes, width, height) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (name) DO UPDATE SET kept_at = clock_timestamp(), looked_at = clock_timestamp()`;

const takeOldest = `
  SELECT name FROM media_file
  WHERE kept_at < clock_timestamp() - interval '30 days' AND looked_at < clock_timestamp() - interval '30 days'
  ORDER BY looked_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Drafts and revisions are few and short, and each file is looked for once in thirty days. */
const isReferredTo = `
  SELECT 1 WHERE EXISTS (SELECT FROM race WHERE media::text LIKE $1)
    OR EXISTS (SELECT FROM race_document WHERE draft::text LIKE $1 OR draft_base::text LIKE $1)
    OR EXISTS (SELECT FROM race_revision WHERE document::text LIKE $1)`;
