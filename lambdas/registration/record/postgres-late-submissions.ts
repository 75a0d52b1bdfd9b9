import { type Decision, payerIn, type Submission } from '../../domain/registration';
import { type MailMessage, putInOutbox } from '../../ledger/outbox';
import type { Sql } from '../../platform/postgres/postgres';

interface Needs {
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'not-registered'>;
}

/**
 * Adds the runner to registrations that a sweep refused before their submission came, and orders the mail that says so.
 * Returns those submissions.
 */
export type AttachRunner = (
  sql: Sql,
  submissions: readonly Submission[],
  decisions: readonly Decision[],
) => Promise<readonly Submission[]>;

/**
 * A sweep overtakes a submission when the queue or the database was away for longer than the sweep waits. The outcome
 * stays refused, but only now the runner is known. Called in the transaction that answers the repeated outcome. The
 * mail is always ordered here: the function that settled the payment may have looked a moment ago and found no runner.
 * If both order it, it is sent once, because the sender claims it first. The minute job relays it.
 */
export const attachRunner =
  ({ newId, mailMessage }: Needs): AttachRunner =>
  async (sql, submissions, decisions) => {
    const refused = new Set(
      decisions.flatMap(({ registrationId, outcome, isRepeat }) =>
        isRepeat && outcome === 'refused' ? registrationId : [],
      ),
    );
    // Of several submissions with one id the first counts, as for the writer.
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
      some.map(payerIn),
      some.map(({ runner }) => JSON.stringify(runner)),
      some.map(({ hold }) => hold.waiverHash || null),
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

/**
 * Only rows that a sweep wrote, for the session it swept for, and only once: the next delivery finds a runner there.
 */
const writeRunners = `
  UPDATE registration r
  SET person = m.person, runner = m.runner::jsonb, waiver_hash = m.waiver_hash, submitted_at = m.submitted_at,
      session_hash = m.session_hash
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
    AS m (id, person, runner, waiver_hash, submitted_at, session_hash)
  WHERE r.id = m.id AND r.via = 'sweep' AND r.runner IS NULL
    AND (r.session_hash IS NULL OR r.session_hash = m.session_hash)
  RETURNING r.id`;
