import { type OutboxMessage, putInOutbox } from '../platform/outbox';
import type { Sql } from '../platform/postgres/postgres';
import { type Decision, personOf, type Submission } from './registration';

interface Needs {
  readonly newId: () => string;
  readonly mailMessage: (order: {
    registrationId: string;
    template: 'not-registered';
    generation: number;
  }) => Omit<OutboxMessage, 'id'>;
}

/** Writes down who was swept before his submission came, and orders the mail that says so; answers their submissions. */
export type AttachRunner = (
  sql: Sql,
  submissions: readonly Submission[],
  decisions: readonly Decision[],
) => Promise<readonly Submission[]>;

/**
 * A submission that its sweep overtook, because the queue or the database was away for longer than the sweep waits: the
 * outcome stays refused, but only now it is known who the runner is. Called in the transaction that answers him as before.
 * The mail is ordered here in any case: whoever settles the payment may have looked a moment ago, and seen no runner.
 * Should both order it, it leaves once, because whoever sends it claims it first. The minute job relays it.
 */
export const attachRunner =
  ({ newId, mailMessage }: Needs): AttachRunner =>
  async (sql, submissions, decisions) => {
    const refused = new Set(
      decisions.flatMap(({ registrationId, outcome, isRepeat }) =>
        isRepeat && outcome === 'refused' ? registrationId : [],
      ),
    );
    // Of several with one id the first counts, as for the writer.
    const late = new Map(
      [...submissions].reverse().flatMap((submission) => {
        const { registrationId } = submission.hold;
        return refused.has(registrationId) ? [[registrationId, submission] as const] : [];
      }),
    );
    if (late.size === 0) return [];

    const some = [...late.values()];
    const rows = await sql.query<{ id: string }>(writeRunners, [
      some.map(({ hold }) => hold.registrationId),
      some.map(({ runner }) => personOf(runner)),
      some.map(({ runner }) => JSON.stringify(runner)),
      some.map(({ hold }) => hold.waiverHash),
      some.map(({ submittedAt }) => submittedAt),
      some.map(({ hold }) => hold.sessionHash),
    ]);
    await putInOutbox(
      sql,
      rows.map(({ id }) => ({
        ...mailMessage({ registrationId: id, template: 'not-registered', generation: 1 }),
        id: newId(),
      })),
    );
    const ids = rows.map(({ id }) => id).sort();
    return ids.flatMap((id) => late.get(id) ?? []);
  };

/** Only what a sweep wrote, for the session that it swept for, and only once: the next delivery finds a runner there. */
const writeRunners = `
  UPDATE registration r
  SET person = m.person, runner = m.runner::jsonb, waiver_hash = m.waiver_hash, submitted_at = m.submitted_at,
      session_hash = m.session_hash
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
    AS m (id, person, runner, waiver_hash, submitted_at, session_hash)
  WHERE r.id = m.id AND r.via = 'sweep' AND r.runner IS NULL
    AND (r.session_hash IS NULL OR r.session_hash = m.session_hash)
  RETURNING r.id`;
