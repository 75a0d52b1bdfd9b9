import { writeAudit, writeRaceAudit } from '../ledger/audit';
import { lockEvent } from '../ledger/event-sql';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflict } from '../platform/retry';
import { leftOfEvent } from '../spots/blocks/block-sql';
import type { LeftOfEvent } from '../spots/blocks/ports';
import type { CancellationPlan, Cancellations, CancelledRace, ShownJob } from './ports';

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  /** Closes the expired blocks of an event in the caller's transaction, and takes back what nobody is registered on. */
  readonly reclaimIn: (sql: Sql, eventId: string) => Promise<number>;
  /** How many of the spots that are left are held, as far as the counters say. */
  readonly heldOf: (left: LeftOfEvent) => Promise<number>;
}

interface FoundPlan extends Omit<CancellationPlan, 'held'> {
  /** By event. */
  readonly spotsLeft: readonly LeftOfEvent[];
}

export class PostgresCancellations implements Cancellations {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async plan(raceId: string, refundPercent: number): Promise<CancellationPlan | undefined> {
    const { postgres, heldOf } = this.#needs;
    const [found] = await postgres.query<FoundPlan>(findPlan, [raceId, refundPercent]);
    if (!found) return undefined;
    const { spotsLeft, ...plan } = found;
    const held = await Promise.all(spotsLeft.map(heldOf));
    return { ...plan, held: held.reduce((sum, spots) => sum + spots, 0) };
  }

  async cancelled(raceId: string): Promise<CancelledRace | undefined> {
    return (await this.#needs.postgres.query<CancelledRace>(findCancelled, [raceId]))[0];
  }

  begin(wished: CancelledRace): Promise<CancelledRace> {
    const { raceId, refundPercent, message } = wished;
    return this.#needs.postgres.transaction(
      async (sql) => {
        const begun = await sql.query(cancelRace, [raceId, message]);
        if (begun.length === 0) {
          const [before] = await sql.query<CancelledRace>(findCancelled, [raceId]);
          return before ?? wished;
        }
        await sql.query(makeJob, [this.#needs.newId(), raceId, refundPercent]);
        await writeRaceAudit(sql, raceId, 'race-cancelled', { refundPercent });
        return wished;
      },
      { retryOn: retryOnConflict },
    );
  }

  async closeEvents(raceId: string): Promise<void> {
    const { postgres } = this.#needs;
    const events = await postgres.query<{ id: string }>(
      `SELECT id FROM event WHERE race_id = $1 AND sale <> 'cancelled' ORDER BY id`,
      [raceId],
    );
    for (const { id } of events)
      await postgres.transaction((sql) => this.#closeEvent(sql, id), { retryOn: retryOnConflict });
  }

  async #closeEvent(sql: Sql, eventId: string): Promise<void> {
    await sql.query(lockEvent, [eventId]);
    const closed = await sql.query(closeEvent, [eventId]);
    if (closed.length === 0) return;
    // The blocks end as if they had expired. Registered people keep their spots. All other spots are deleted, because the event now
    // has more spots than its capacity.
    await sql.query(expireBlocks, [eventId]);
    await this.#needs.reclaimIn(sql, eventId);
    await sql.query(`UPDATE waiting SET state = 'not-needed' WHERE event_id = $1 AND state = 'waiting'`, [eventId]);
    await writeAudit(sql, [{ actor: 'director', action: 'sale-changed', eventId, detail: { to: 'cancelled' } }]);
  }

  list(raceId: string): Promise<readonly ShownJob[]> {
    return this.#needs.postgres.query<ShownJob>(listJobs, [raceId]);
  }

  stop(raceId: string, jobId: string): Promise<boolean> {
    return this.#steer(stopJob, 'job-stopped', raceId, jobId);
  }

  resume(raceId: string, jobId: string): Promise<boolean> {
    return this.#steer(resumeJob, 'job-resumed', raceId, jobId);
  }

  #steer(statement: string, action: string, raceId: string, jobId: string): Promise<boolean> {
    return this.#needs.postgres.transaction(async (sql) => {
      const [steered] = await sql.query(statement, [raceId, jobId]);
      if (steered) await writeRaceAudit(sql, raceId, action, { jobId });
      return steered !== undefined;
    });
  }
}

/**
 * What goes back of each registration is counted as when it is cancelled: line by line, where it has lines. A hundred times an amount may
 * be no integer of the database any more.
 */
const findPlan = `
  SELECT r.name AS "raceName", r.currency, r.cancelled_at IS NOT NULL AS "isCancelled", paid.registered, paid.refund,
    (SELECT coalesce(json_agg(json_build_object('promised', l.promised, 'blocks', l.blocks)), '[]')
     FROM event e CROSS JOIN LATERAL (${leftOfEvent('e.id')}) l WHERE e.race_id = r.id) AS "spotsLeft",
    (SELECT count(*)::int FROM waiting w JOIN event e ON e.id = w.event_id WHERE e.race_id = r.id AND w.state = 'waiting') AS waiting,
    (SELECT coalesce(sum(w.size), 0)::int FROM waiting w JOIN event e ON e.id = w.event_id WHERE e.race_id = r.id AND w.state = 'offered') AS offered
  FROM race r CROSS JOIN LATERAL (
    SELECT count(*)::int AS registered, coalesce(sum(CASE
      WHEN NOT EXISTS (SELECT FROM registration_line l WHERE l.registration_id = g.id) THEN floor(coalesce(g.share, p.capture_amount, p.amount, 0) * ($2::int / 100.0))
      ELSE (SELECT coalesce(sum(greatest(0, floor(l.amount * ($2::int / 100.0)) - coalesce(l.refund, 0))), 0)
            FROM registration_line l WHERE l.registration_id = g.id AND l.state = 'given') END), 0)::bigint AS refund
    FROM registration g JOIN event e ON e.id = g.event_id
    LEFT JOIN payment p ON p.registration_id = coalesce(g.paid_as, g.id)
    WHERE e.race_id = r.id AND g.live) paid
  WHERE r.id = $1`;

const cancelRace = `
  UPDATE race SET cancelled_at = clock_timestamp(), notice = $2, revision = revision + 1
  WHERE id = $1 AND cancelled_at IS NULL RETURNING id`;

const findCancelled = `
  SELECT r.id AS "raceId", r.notice AS message, j.refund_percent AS "refundPercent"
  FROM race r JOIN job j ON j.race_id = r.id AND j.kind = 'cancel-race' WHERE r.id = $1 ORDER BY j.made_at LIMIT 1`;

const makeJob = `
  INSERT INTO job (id, race_id, kind, refund_percent, total)
  SELECT $1, $2, 'cancel-race', $3, (
    SELECT count(*) FROM registration g JOIN event e ON e.id = g.event_id WHERE e.race_id = $2 AND g.live)`;

const closeEvent = `
  UPDATE event SET sale = 'cancelled', current_block = NULL, capacity = 0, is_over = true
  WHERE id = $1 AND sale <> 'cancelled' RETURNING id`;

const expireBlocks = `
  UPDATE block SET closes_at = least(closes_at, clock_timestamp() - interval '1 second'), deal_until = least(deal_until, clock_timestamp())
  WHERE event_id = $1 AND NOT closed`;

const listJobs = `
  SELECT j.id, j.kind, j.state, j.refund_percent AS "refundPercent", j.total, j.made_at AS "madeAt", j.ended_at AS "endedAt",
    (SELECT count(*)::int FROM registration g JOIN event e ON e.id = g.event_id WHERE e.race_id = j.race_id AND g.live) AS left,
    (SELECT coalesce(json_agg(json_build_object('registrationId', f.registration_id, 'reason', f.reason) ORDER BY f.at), '[]')
     FROM (SELECT * FROM job_failure WHERE job_id = j.id ORDER BY at LIMIT 100) f) AS failures
  FROM job j WHERE j.race_id = $1 ORDER BY j.made_at`;

const stopJob = `
  UPDATE job SET state = CASE WHEN state = 'running' THEN 'stopping' ELSE 'stopped' END
  WHERE race_id = $1 AND id = $2 AND state IN ('waiting', 'running') RETURNING id`;

// A worker that still works on it sees that its lease is gone, and stops.
const resumeJob = `
  UPDATE job SET state = 'waiting', lease = NULL, lease_until = NULL, resumed_at = clock_timestamp()
  WHERE race_id = $1 AND id = $2 AND state IN ('stopping', 'stopped') RETURNING id`;
