import type { Postgres } from '../platform/postgres/postgres';
import type { Job, JobFailure, JobQueue } from './ports';

/** How long a worker has a job without renewing its lease. Then another worker may take the job. */
const leaseSeconds = 60;
/** How many registrations one statement reads. */
const registrationsPerRead = 100;

export class PostgresJobQueue implements JobQueue {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async take(lease: string): Promise<Job | undefined> {
    await this.#postgres.query(endStopping, []);
    const [job] = await this.#postgres.query<Job>(takeJob, [lease, leaseSeconds]);
    return job;
  }

  async goesOn({ id }: Job, lease: string): Promise<boolean> {
    if ((await this.#postgres.query(renewLease, [id, lease, leaseSeconds])).length > 0) return true;
    await this.#postgres.query(stopMine, [id, lease]);
    return false;
  }

  async left({ raceId }: Job, after: string | undefined): Promise<readonly string[]> {
    const rows = await this.#postgres.query<{ id: string }>(findLeft, [raceId, after ?? null, registrationsPerRead]);
    return rows.map(({ id }) => id);
  }

  async unsettled({ raceId }: Job): Promise<number> {
    const [row] = await this.#postgres.query<{ n: number }>(countUnsettled, [raceId]);
    return row?.n ?? 0;
  }

  async note({ id }: Job, registrationId: string, reason?: JobFailure): Promise<void> {
    if (reason) await this.#postgres.query(noteFailure, [id, registrationId, reason]);
    else
      await this.#postgres.query('DELETE FROM job_failure WHERE job_id = $1 AND registration_id = $2', [
        id,
        registrationId,
      ]);
  }

  async end({ id, raceId }: Job, lease: string): Promise<boolean> {
    return (await this.#postgres.query(endJob, [id, lease, raceId])).length > 0;
  }

  async letGo({ id }: Job, lease: string, seconds: number): Promise<void> {
    await this.#postgres.query(letGo, [id, lease, seconds]);
  }
}

// A job whose worker died before it stopped.
const endStopping = `
  UPDATE job SET state = 'stopped', lease = NULL WHERE state = 'stopping' AND (lease IS NULL OR lease_until < clock_timestamp())`;

const takeJob = `
  UPDATE job j SET state = 'running', lease = $1, lease_until = clock_timestamp() + make_interval(secs => $2)
  FROM (
    SELECT id FROM job WHERE state IN ('waiting', 'running') AND (lease_until IS NULL OR lease_until < clock_timestamp())
    ORDER BY made_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ) free
  WHERE j.id = free.id RETURNING j.id, j.race_id AS "raceId", j.refund_percent AS "refundPercent"`;

const renewLease = `
  UPDATE job SET lease_until = clock_timestamp() + make_interval(secs => $3)
  WHERE id = $1 AND lease = $2 AND state = 'running' RETURNING id`;

const stopMine = `UPDATE job SET state = 'stopped', lease = NULL WHERE id = $1 AND lease = $2 AND state = 'stopping'`;

const findLeft = `
  SELECT g.id FROM registration g JOIN event e ON e.id = g.event_id
  WHERE e.race_id = $1 AND g.live AND ($2::uuid IS NULL OR g.id > $2) ORDER BY g.id LIMIT $3`;

const countUnsettled = `
  SELECT count(*)::int AS n FROM payment p JOIN registration g ON g.id = p.registration_id JOIN event e ON e.id = g.event_id
  WHERE e.race_id = $1 AND p.wanted = 'refund' AND p.state = 'captured'`;

const noteFailure = `
  INSERT INTO job_failure (job_id, registration_id, reason) VALUES ($1, $2, $3)
  ON CONFLICT (job_id, registration_id) DO UPDATE SET reason = EXCLUDED.reason, at = clock_timestamp()`;

// A registration that was recorded while the others were cancelled is left.
const endJob = `
  UPDATE job SET state = 'done', lease = NULL, lease_until = NULL, ended_at = clock_timestamp()
  WHERE id = $1 AND lease = $2 AND NOT EXISTS (
    SELECT FROM registration g JOIN event e ON e.id = g.event_id WHERE e.race_id = $3 AND g.live)
  RETURNING id`;

const letGo = `
  UPDATE job SET state = CASE WHEN state = 'stopping' THEN 'stopped' ELSE 'waiting' END, lease = NULL,
    lease_until = clock_timestamp() + make_interval(secs => $3)
  WHERE id = $1 AND lease = $2`;
