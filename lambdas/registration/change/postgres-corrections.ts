import { type Identity, personOf, type Runner } from '../../domain/person/person';
import { writeAudit } from '../../ledger/audit';
import { type MailMessage, putInOutbox } from '../../ledger/outbox';
import { type Postgres, type Sql, sqlStateOf } from '../../platform/postgres/postgres';
import { retryOnConflict, uniqueViolation } from '../../platform/retry';
import type { Corrected, CorrectedField, Correction, Corrections, Resent } from './correct-runner';
import { withdrawTransfer } from './transfer/postgres-transfers';

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'corrected' | 'registration-link'>;
}

interface Row {
  readonly event_id: string;
  readonly paid_as: string;
  readonly live: boolean;
  readonly runner: Runner | null;
  readonly person: string | null;
  readonly state: string | null;
}

const fields = ['firstName', 'lastName', 'email', 'birthDate'] as const satisfies readonly CorrectedField[];

export class PostgresCorrections implements Corrections {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async correct(correction: Correction): Promise<Corrected> {
    try {
      return await this.#needs.postgres.transaction((sql) => this.#correct(sql, correction), {
        retryOn: retryOnConflict,
      });
    } catch (error) {
      if (sqlStateOf(error) === uniqueViolation) return { kind: 'same-person' };
      throw error;
    }
  }

  async #correct(sql: Sql, { registrationId, right, reason }: Correction): Promise<Corrected> {
    const found = await lockRunner(sql, registrationId);
    if ('kind' in found) return found;
    const { runner, person, event_id: eventId, paid_as: paidAs } = found;
    const changed = fields.filter((field) => right[field] !== undefined && right[field] !== runner[field]);
    if (changed.length === 0) return { kind: 'corrected', fields: [], paidAs };
    const [lately] = await sql.query<{ corrections: number }>(countCorrections, [registrationId]);
    if (lately && lately.corrections >= maxCorrectionsPerDay) return { kind: 'too-many-corrections' };
    const after: Runner = { ...runner, ...pick(right, changed) };
    // The person of a gift is the registration itself (`personOf` does not fit), and stays.
    const personAfter = person === personOf(runner) ? personOf(after) : person;
    const isMoved = changed.includes('email');
    await sql.query(writeRunner, [registrationId, after, personAfter, isMoved]);
    await sql.query(writeLines, [registrationId, person, personAfter]);
    // Whoever reads the wrong mailbox may have offered the spot to themselves.
    if (isMoved) await withdrawTransfer(sql, registrationId);
    const correctionId = this.#needs.newId();
    await sql.query(insertCorrection, [
      correctionId,
      registrationId,
      pick(runner, changed),
      pick(after, changed),
      reason,
    ]);
    // The audit is kept for ever, so it has the names of the fields only.
    const detail = { fields: changed, correction: correctionId };
    await writeAudit(sql, [{ actor: 'director', action: 'corrected', eventId, registrationId, detail }]);
    await this.#mail(sql, registrationId, 'corrected');
    return { kind: 'corrected', fields: changed, paidAs };
  }

  resendLink(registrationId: string): Promise<Resent> {
    return this.#needs.postgres.transaction(async (sql): Promise<Resent> => {
      const found = await lockRunner(sql, registrationId);
      // A link may be mailed while the card is being charged: its page says so.
      if ('kind' in found && found.kind !== 'settling') return { kind: found.kind };
      const [{ lately, event_id: eventId } = { lately: 0, event_id: '' }] = await sql.query<{
        lately: number;
        event_id: string;
      }>(countResent, [registrationId]);
      if (lately >= maxLinksPerHour) return { kind: 'too-many-links' };
      await writeAudit(sql, [{ actor: 'director', action: 'link-resent', eventId, registrationId }]);
      await this.#mail(sql, registrationId, 'registration-link');
      return { kind: 'resent' };
    });
  }

  /** `relay-outbox` sends it within a minute. */
  async #mail(sql: Sql, registrationId: string, template: 'corrected' | 'registration-link'): Promise<void> {
    const [{ generation } = { generation: 1 }] = await sql.query<{ generation: number }>(nextGeneration[template], [
      registrationId,
    ]);
    const message = this.#needs.mailMessage({ registrationId, template, generation });
    await putInOutbox(sql, [{ ...message, id: this.#needs.newId() }]);
  }
}

/**
 * Corrections of one registration. Each sends a mail to the address that it names, so somebody with a director's session could write to
 * any number of strangers in the name of the race.
 */
export const maxCorrectionsPerDay = 10;
/** Enough for a person who looks into the wrong folder, and too few to annoy anybody. */
const maxLinksPerHour = 3;

const pick = (from: Partial<Identity>, some: readonly CorrectedField[]): Partial<Identity> =>
  Object.fromEntries(some.map((field) => [field, from[field]]));

type Found = Row & { readonly runner: Runner; readonly person: string };

const lockRunner = async (
  sql: Sql,
  registrationId: string,
): Promise<Found | { readonly kind: 'not-found' | 'no-spot' | 'settling' }> => {
  const [row] = await sql.query<Row>(lockRegistration, [registrationId]);
  if (!row) return { kind: 'not-found' };
  if (!row.live || !row.runner || row.person === null) return { kind: 'no-spot' };
  if (row.state === 'authorised') return { kind: 'settling' };
  return row as Found;
};

const lockRegistration = `
  SELECT r.event_id, coalesce(r.paid_as, r.id) AS paid_as, r.live, r.runner, r.person, p.state
  FROM registration r LEFT JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  WHERE r.id = $1 FOR NO KEY UPDATE OF r`;

/** Two unique indexes may refuse it: a person has one spot in an event, and one in a limit group. */
const writeRunner = `
  UPDATE registration SET runner = $2, person = $3, link_version = link_version + $4::boolean::int WHERE id = $1`;

/** A third unique index refuses a second use of a code of which each person has one use. */
const writeLines = `
  UPDATE registration_line SET person = $3 WHERE registration_id = $1 AND person = $2 AND $2 IS DISTINCT FROM $3`;

const insertCorrection = `
  INSERT INTO correction (id, registration_id, before, after, reason) VALUES ($1, $2, $3, $4, $5)`;

const countCorrections = `
  SELECT count(*)::int AS corrections FROM correction WHERE registration_id = $1 AND at > clock_timestamp() - interval '1 day'`;

const countResent = `
  SELECT r.event_id, (SELECT count(*)::int FROM audit u WHERE u.registration_id = r.id AND u.action = 'link-resent'
    AND u.at > clock_timestamp() - interval '1 hour') AS lately
  FROM registration r WHERE r.id = $1`;

const nextGeneration = {
  corrected: 'SELECT count(*)::int AS generation FROM correction WHERE registration_id = $1',
  // Until that mail is recorded, further orders name the same generation, and one mail leaves.
  'registration-link': `
    SELECT 1 + coalesce(max(generation), 0)::int AS generation FROM mail WHERE registration_id = $1 AND template = 'registration-link'`,
} as const;
