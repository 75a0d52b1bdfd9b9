import { basePriceOf } from '../../domain/hold';
import type { MoneyLineKind } from '../../domain/quote';
import { membersOf, type Outcome, type Submission, shareOf } from '../../domain/registration';
import { signaturesOf } from '../../domain/signatures';
import type { Sql } from '../../platform/postgres/postgres';

/** A submission that this transaction has decided. */
export interface Written {
  readonly submission: Submission;
  readonly outcome: Outcome;
  /** How much of the quote is taken, where something of it could not be given; default all. */
  readonly captureAmount?: number | undefined;
}

/** The registrations that this transaction wrote a row for; all of the submission when absent. */
type Rows = ReadonlySet<string>;

interface Line {
  readonly registrationId: string;
  readonly position: number;
  readonly kind: MoneyLineKind;
  readonly ref: string;
  readonly label: string | null;
  readonly list: number;
  readonly amount: number;
}

/**
 * Writes what registrations in a race with a form consist of, which form explains them, and the shares of a group: only for
 * rows that this transaction has written, so a repeat writes nothing. Without a form it runs no statement. Returns the same
 * submissions, each with what is to be captured.
 */
export const recordLines = async (sql: Sql, written: readonly Written[], rows?: Rows): Promise<readonly Written[]> => {
  const people = written.flatMap(({ submission, outcome }) =>
    (submission.quoted?.people ?? [])
      .filter(({ registrationId }) => rows?.has(registrationId) ?? true)
      .map((person) => ({ person, submission, outcome })),
  );
  if (people.length === 0) return written;
  const lines = people.flatMap(({ person, submission, outcome }): readonly Line[] =>
    outcome === 'confirmed'
      ? person.lines.map(([kind, ref, list, amount], position) => ({
          registrationId: person.registrationId,
          position,
          kind,
          ref,
          label: kind === 'entry' ? basePriceOf(submission.hold).label : null,
          list,
          amount,
        }))
      : [],
  );
  await sql.query(explainAndWrite, [
    people.map(({ person }) => person.registrationId),
    people.map(({ submission }) => submission.quoted?.form),
    people.map(({ submission, person }) =>
      submission.hold.companions ? shareOf(submission, person.registrationId) : null,
    ),
    lines.map(({ registrationId }) => registrationId),
    lines.map(({ position }) => position),
    lines.map(({ kind }) => kind),
    lines.map(({ ref }) => ref),
    lines.map(({ label }) => label),
    lines.map(({ list }) => list),
    lines.map(({ amount }) => amount),
    people.map(({ submission, person }) => signaturesIn(submission, person.registrationId)),
    people.map(({ submission }) => submission.quoted?.limitGroup ?? null),
  ]);
  return written.map((one) => ({ ...one, captureAmount: captureOf(one) }));
};

/** As JSON. Null where nothing is signed. */
const signaturesIn = (submission: Submission, registrationId: string): string | null => {
  const members = membersOf(submission);
  const signatures = signaturesOf(
    members.map(({ runner }) => runner),
    members.findIndex((one) => one.registrationId === registrationId),
  );
  return signatures.length > 0 ? JSON.stringify(signatures) : null;
};

/** What is taken of a card: the sum of what is given. Undefined where that is all that it holds. */
const captureOf = ({ submission: { hold, quoted }, outcome }: Written): number | undefined => {
  if (!quoted || outcome !== 'confirmed') return undefined;
  const given = quoted.people.flatMap(({ lines }) => lines).reduce((sum, [, , , amount]) => sum + amount, 0);
  return given === hold.quote.total ? undefined : given;
};

/**
 * $1 to $3: registrations with their form and share; $11 and $12: what was signed, and their limit group, whose unique index
 * may fail here. $4 and following: their lines. The row of a registration that pays
 * alone has no share, which is all of the payment.
 */
const explainAndWrite = `
  WITH explained AS (
    UPDATE registration r SET form_revision = m.form, share = coalesce(m.share, r.share),
      signatures = m.signatures::jsonb, limit_group = m.limit_group, runner = r.runner - 'guardian' - 'signatures'
    FROM unnest($1::uuid[], $2::int[], $3::int[], $11::text[], $12::uuid[]) AS m (id, form, share, signatures, limit_group)
    WHERE r.id = m.id
  )
  INSERT INTO registration_line (registration_id, position, kind, ref, label, list, amount, state)
  SELECT id, position, kind, ref, label, list, amount, 'given'
  FROM unnest($4::uuid[], $5::int[], $6::text[], $7::text[], $8::text[], $9::int[], $10::int[])
    AS l (id, position, kind, ref, label, list, amount)
  ORDER BY id, position`;
