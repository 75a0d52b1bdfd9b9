import { basePriceOf } from '../../domain/hold';
import { claimOf, type FeeFigures, type QuotedLine } from '../../domain/money/quote';
import { personOf } from '../../domain/person/person';
import { signaturesOf } from '../../domain/person/signatures';
import { membersOf, type Outcome, type Submission, shareOf } from '../../domain/registration';
import { columnsOfLines, giveLines, type NewLine, type WrittenLine } from '../../ledger/postgres-lines';
import { type Founded, type Founding, foundTeams, joinTeams } from '../../ledger/postgres-teams';
import type { Sql } from '../../platform/postgres/postgres';

/** A submission that this transaction has decided. */
export interface Written {
  readonly submission: Submission;
  readonly outcome: Outcome;
  /** How much of the quote is taken, where something of it could not be given; default all. */
  readonly captureAmount?: number | undefined;
  /** By registration, where something of it could not be given: every line as it is. */
  readonly lines?: ReadonlyMap<string, readonly WrittenLine[]> | undefined;
}

/** The registrations that this transaction wrote a row for; all of the submission when absent. */
type Rows = ReadonlySet<string>;

export interface LineNeeds {
  readonly newId: () => string;
  /** The fee on what a person is charged besides: the function that priced the quote. */
  readonly feeOn: (fee: FeeFigures, charged: number) => number;
}

/**
 * Writes what registrations in a race with a form consist of, their form, what was signed, and the shares of a group:
 * only for rows that this transaction has written, so a repeat writes nothing. Without a form it runs no statement.
 * Returns the same submissions, each with what is to be captured.
 */
export const recordLines = async (
  sql: Sql,
  needs: LineNeeds,
  written: readonly Written[],
  rows?: Rows,
): Promise<readonly Written[]> => {
  const people = written.flatMap(({ submission, outcome }) =>
    (submission.quoted?.people ?? [])
      .filter(({ registrationId }) => rows?.has(registrationId) ?? true)
      .map((person) => ({ person, submission, outcome })),
  );
  if (people.length === 0) return written;
  const founded = await foundTeams(sql, needs.newId, written.flatMap(foundingOf));
  const lines = people.flatMap(({ person, submission, outcome }): readonly NewLine[] =>
    outcome === 'confirmed'
      ? person.lines.map((line, position) => lineOf(submission, person.registrationId, line, position, founded))
      : [],
  );
  const entries = people.map(({ submission, person }) => ({
    id: person.registrationId,
    form: submission.quoted?.form,
    share: submission.hold.companions ? shareOf(submission, person.registrationId) : null,
    signatures: signaturesIn(submission, person.registrationId),
    limitGroup: submission.quoted?.limitGroup ?? null,
  }));
  if (!lines.some(({ claim, person }) => claim || person !== undefined)) {
    await sql.query(setEntryAndLines, [...columnsOf(entries), ...columnsOfLines(lines)]);
    await nameFundraisers(sql, written, rows);
    return written.map((one) => ({ ...one, captureAmount: captureOf(one, lines) }));
  }

  const feeOf = new Map(written.map(({ submission: { hold, quoted } }) => [hold.registrationId, quoted?.fee ?? {}]));
  const given = await giveLines(needs)(sql, lines, (quoted) => feeOf.get(quoted) ?? {});
  const legs = new Map(
    written.flatMap(({ submission }) =>
      membersOf(submission).map(({ registrationId, runner }) => [registrationId, runner.leg] as const),
    ),
  );
  await joinTeams(
    sql,
    given.flatMap(({ kind, state, registrationId, ref }) =>
      kind === 'team' && state === 'given' ? [{ registrationId, team: ref, leg: legs.get(registrationId) }] : [],
    ),
  );
  await nameFundraisers(sql, written, rows);
  const ofEach = new Map<string, WrittenLine[]>();
  for (const line of given) ofEach.set(line.registrationId, [...(ofEach.get(line.registrationId) ?? []), line]);
  const lacking = new Set(given.flatMap(({ state, registrationId }) => (state === 'given' ? [] : registrationId)));
  await sql.query(
    setEntry,
    columnsOf(
      entries.map(({ share, ...one }) => ({
        ...one,
        share: share === null ? null : lacking.has(one.id) ? sumOf(ofEach.get(one.id) ?? []) : share,
      })),
    ),
  );
  return written.map((one) => {
    const ids = (one.submission.quoted?.people ?? []).map(({ registrationId }) => registrationId);
    if (!ids.some((id) => lacking.has(id))) return { ...one, captureAmount: captureOf(one, lines) };
    const mine = new Map(ids.flatMap((id) => (ofEach.has(id) ? [[id, ofEach.get(id) ?? []] as const] : [])));
    return { ...one, captureAmount: captureOf(one, given), lines: mine };
  });
};

/** Writes on each donation the fundraiser that it counts for. */
const nameFundraisers = async (sql: Sql, written: readonly Written[], rows: Rows | undefined): Promise<void> => {
  const given = written.flatMap(({ submission: { hold, quoted } }) => {
    const { registrationId } = hold;
    return quoted?.collected && (rows?.has(registrationId) ?? true) ? [{ registrationId, ...quoted.collected }] : [];
  });
  if (given.length === 0) return;
  await sql.query(setFundraisers, [
    given.map(({ registrationId }) => registrationId),
    given.map(({ fundraiser }) => fundraiser),
    given.map(({ isPublic = false }) => isPublic),
  ]);
};

/** What is not as it was quoted, by registration. */
export const linesOf = (written: readonly Written[]): ReadonlyMap<string, readonly WrittenLine[]> =>
  new Map(written.flatMap(({ lines }) => [...(lines ?? [])]));

/** All of its people are confirmed together, so all of them found it. */
const foundingOf = ({ submission: { hold, quoted }, outcome }: Written): readonly Founding[] => {
  const { registrationId, raceId, eventId } = hold;
  if (!quoted?.newTeam || outcome !== 'confirmed') return [];
  const others = quoted.people.map((one) => one.registrationId).filter((id) => id !== registrationId);
  return [{ ...quoted.newTeam, raceId, eventId, founders: [registrationId, ...others] }];
};

const lineOf = (
  submission: Submission,
  registrationId: string,
  line: QuotedLine,
  position: number,
  founded: ReadonlyMap<string, Founded>,
): NewLine => {
  const { hold, quoted = { form: 0, people: [] } } = submission;
  const [kind, ref, list, amount] = line;
  const runner = membersOf(submission).find((one) => one.registrationId === registrationId)?.runner;
  const isOnce = kind === 'code' && quoted.once?.includes(ref);
  const team = kind === 'team' ? founded.get(hold.registrationId) : undefined;
  const founder = quoted.people.findIndex((one) => one.registrationId === registrationId);
  return {
    registrationId,
    quoted: hold.registrationId,
    position,
    kind,
    ref: team?.id ?? ref,
    label: kind === 'entry' ? basePriceOf(hold).label : undefined,
    list,
    amount,
    claim: team ? team.places[founder] : claimOf(quoted, line),
    ...(isOnce && runner && { person: personOf(runner) }),
  };
};

const sumOf = (lines: readonly NewLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

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
const captureOf = (
  { submission: { hold, quoted }, outcome }: Written,
  lines: readonly NewLine[],
): number | undefined => {
  if (!quoted || outcome !== 'confirmed') return undefined;
  const given = sumOf(lines.filter((line) => line.quoted === hold.registrationId));
  return given === hold.quote.total ? undefined : given;
};

interface EntryRow {
  readonly id: string;
  readonly form: number | undefined;
  readonly share: number | null;
  /** As JSON. */
  readonly signatures: string | null;
  readonly limitGroup: string | null;
}

const columnsOf = (entries: readonly EntryRow[]): readonly unknown[][] => [
  entries.map(({ id }) => id),
  entries.map(({ form }) => form),
  entries.map(({ share }) => share),
  entries.map(({ signatures }) => signatures),
  entries.map(({ limitGroup }) => limitGroup),
];

/**
 * $1 to $5: registrations with their form and share, what was signed, and their limit group, whose unique index may fail
 * here. The row of a registration that pays alone has no share, which is all of the payment.
 */
const setEntry = `
  UPDATE registration r SET form_revision = m.form, share = coalesce(m.share, r.share),
    signatures = m.signatures::jsonb, limit_group = m.limit_group, runner = r.runner - 'guardian' - 'signatures' - 'leg'
  FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::uuid[]) AS m (id, form, share, signatures, limit_group)
  WHERE r.id = m.id`;

/** $6 and following: their lines. */
const setEntryAndLines = `
  WITH entries AS (${setEntry}
  )
  INSERT INTO registration_line (registration_id, position, kind, ref, label, list, amount, state)
  SELECT id, position, kind, ref, label, list, amount, 'given'
  FROM unnest($6::uuid[], $7::int[], $8::text[], $9::text[], $10::text[], $11::int[], $12::int[])
    AS l (id, position, kind, ref, label, list, amount)
  ORDER BY id, position`;

const setFundraisers = `
  UPDATE registration_line l SET fundraiser_id = m.fundraiser, is_public = m.is_public
  FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) AS m (id, fundraiser, is_public)
  WHERE l.registration_id = m.id AND l.kind = 'donation'`;
