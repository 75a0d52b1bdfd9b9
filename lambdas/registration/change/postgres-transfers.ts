import { shortName } from '../../domain/masking';
import { personOf, type Runner } from '../../domain/person';
import type { Ended } from '../../domain/registration';
import { writeAudit } from '../../ledger/audit';
import { isDisputed } from '../../ledger/dispute-sql';
import { leaveWaitingList } from '../../ledger/event-sql';
import { type MailMessage, putInOutbox } from '../../ledger/outbox';
import { keepCaptains } from '../../ledger/postgres-teams';
import { endRegistration, lockSeat } from '../../ledger/seat-sql';
import type { Sql } from '../../platform/postgres/postgres';
import { mayChange } from './change-rules';
import type {
  FittingEntry,
  TransferAccepted,
  TransferCommand,
  TransferOffered,
  TransferView,
  Withdrawn,
} from './ports';

export type TransferMail = 'transfer-offer' | 'transferred' | 'confirmation' | 'guardian-copy';

interface Needs {
  readonly newId: () => string;
  readonly mailMessage: MailMessage<TransferMail>;
}

interface SeatRow {
  readonly event_id: string;
  readonly live: boolean;
  readonly ended: Ended | null;
  readonly spot: number;
  readonly block: string;
  readonly paid_as: string;
  /** The price of this spot, when the payment is for a group. */
  readonly share: number | null;
  readonly state: 'authorised' | 'captured' | 'voided' | 'failed' | 'refunded';
  readonly amount: number;
  readonly in_time: boolean;
  readonly disputed: boolean;
  readonly waiver_hash: string;
  readonly form_revision: number | null;
  /** The present form of the race. */
  readonly race_form: number | null;
  readonly team_id: string | null;
}

interface OfferedLately {
  readonly others: number;
  readonly seconds_until_fewer: number;
}

interface ViewRow {
  readonly state: 'offered' | 'accepted' | 'gone';
  readonly race_id: string;
  readonly event_id: string;
  readonly runner: Runner;
  readonly recipient: { readonly firstName: string; readonly email: string };
  readonly transfer_until: Date;
}

/**
 * Each offer is a mail to any address the runner chooses. A runner who finds no recipient among five people can ask a
 * sixth tomorrow.
 */
export const maxTransferOffersPerDay = 5;

/** Runs in its caller's transaction. */
export const offerTransfer = async (
  sql: Sql,
  needs: Needs,
  registrationId: string,
  { transferId, recipient }: TransferCommand,
): Promise<TransferOffered> => {
  const seat = await lockSeatOf(sql, registrationId);
  if (!seat) return { kind: 'not-found' };
  const answer = mayChange(factsOf(seat), 'transferred', 'runner');
  if (answer !== 'change') return { kind: answer === 'done' ? 'no-spot' : answer };
  const [lately] = await sql.query<OfferedLately>(offeredLately, [registrationId, transferId]);
  if (lately && lately.others >= maxTransferOffersPerDay)
    return { kind: 'too-many-transfers', retryAfter: lately.seconds_until_fewer };

  const rows = await sql.query<{ id: string }>(insertTransfer, [transferId, registrationId, JSON.stringify(recipient)]);
  if (rows.length === 0) {
    const [before] = await sql.query<{ id: string }>(findOffered, [registrationId]);
    // The id belongs to another transfer or to a registration, so it cannot be used for this one.
    return before?.id === transferId ? { kind: 'offered', transferId, outbox: [] } : { kind: 'no-spot' };
  }
  const { event_id: eventId } = seat;
  await writeAudit(sql, [
    { actor: 'runner', action: 'transfer-offered', eventId, registrationId, detail: { transferId } },
  ]);
  return { kind: 'offered', transferId, outbox: await order(sql, needs, [[transferId, 'transfer-offer']]) };
};

export const findTransfer = async (sql: Sql, transferId: string): Promise<TransferView> => {
  const [row] = await sql.query<ViewRow>(viewTransfer, [transferId]);
  if (!row) return { kind: 'not-found' };
  const { state, race_id: raceId, event_id: eventId, runner, recipient, transfer_until: endsAt } = row;
  return { kind: 'found', state, raceId, eventId, from: shortName(runner), recipient, endsAt };
};

/**
 * Two statements: the first waits for a transaction that accepts at this moment, and only the second sees its result.
 */
export const withdrawTransfer = async (sql: Sql, registrationId: string): Promise<Withdrawn> => {
  const withdrawn = await sql.query(withdrawOffered, [registrationId]);
  if (withdrawn.length > 0) return { kind: 'withdrawn' };
  const accepted = await sql.query(findAccepted, [registrationId]);
  return { kind: accepted.length > 0 ? 'passed-on' : 'withdrawn' };
};

/** Runs in its caller's transaction. The seat keeps its spot, block and number; only its runner changes. */
export const acceptTransfer = async (
  sql: Sql,
  needs: Needs,
  transferId: string,
  runner: Runner | undefined,
  waiverHash: string,
  fitting?: FittingEntry,
): Promise<TransferAccepted> => {
  const [transfer] = await sql.query<{ registration_id: string; state: string }>(lockTransfer, [transferId]);
  if (!transfer) return { kind: 'not-found' };
  const fromId = transfer.registration_id;
  const [taken] = await sql.query<{ number: number }>('SELECT number FROM registration WHERE id = $1', [transferId]);
  if (transfer.state === 'accepted')
    return taken ? { kind: 'accepted', fromId, number: taken.number, outbox: [] } : { kind: 'gone' };
  const seat = await lockSeatOf(sql, fromId);
  // `taken`: the runner who made the offer used its id to register once more.
  if (transfer.state !== 'offered' || taken || !seat?.live) return { kind: 'gone' };
  const answer = mayChange(factsOf(seat), 'transferred', 'runner');
  if (answer !== 'change') return { kind: answer === 'too-late' ? 'too-late' : 'gone' };
  if (!runner) return { kind: 'gone' };
  if (waiverHash !== seat.waiver_hash) return { kind: 'waiver-changed' };
  // Here, where the spot moves: nobody comes past the questions, rules and documents of the race.
  if (seat.race_form !== null && !fitting) return { kind: 'page-outdated' };

  const person = personOf(runner);
  const [same] = await sql.query(findPerson, [seat.event_id, person, fromId]);
  if (same) return { kind: 'same-person' };
  if (fitting?.limitGroup !== undefined) {
    const [inGroup] = await sql.query(findInGroup, [fitting.limitGroup, person, fromId]);
    if (inGroup) return { kind: 'same-person' };
  }
  await sql.query(endRegistration, [fromId, 'transferred', null]);
  await sql.query(insertRegistration, [
    transferId,
    seat.event_id,
    person,
    seat.spot,
    seat.block,
    JSON.stringify(runner),
    waiverHash,
    seat.paid_as,
    seat.share,
  ]);
  if (seat.form_revision !== null) await sql.query(moveLines, [fromId, transferId]);
  if (fitting) {
    const { form, signatures, limitGroup = null } = fitting;
    const signed = signatures.length > 0 ? JSON.stringify(signatures) : null;
    await sql.query(keepEntry, [transferId, form, signed, limitGroup]);
  }
  if (seat.team_id !== null) await keepCaptains(sql, [seat.team_id]);
  await sql.query(`UPDATE transfer SET state = 'accepted' WHERE id = $1`, [transferId]);
  await sql.query(leaveWaitingList, [seat.event_id, [person]]);
  await writeAudit(sql, [
    {
      actor: 'runner',
      action: 'transferred',
      eventId: seat.event_id,
      registrationId: fromId,
      detail: { to: transferId, spot: seat.spot, waiver: waiverHash },
    },
  ]);
  const outbox = await order(sql, needs, [
    [transferId, 'confirmation'],
    [fromId, 'transferred'],
    ...(fitting?.signatures.some(({ by }) => by === 'guardian') ? [[transferId, 'guardian-copy'] as const] : []),
  ]);
  return { kind: 'accepted', fromId, number: seat.spot, outbox };
};

const lockSeatOf = async (sql: Sql, registrationId: string): Promise<SeatRow | undefined> => {
  await sql.query(lockSeat, [registrationId]);
  const [seat] = await sql.query<SeatRow>(findSeat, [registrationId]);
  return seat;
};

const factsOf = ({ live, ended, state, amount, in_time, disputed }: SeatRow) => ({
  isLive: live,
  ended: ended ?? undefined,
  payment: state,
  amount,
  isInTime: in_time,
  isDisputed: disputed,
});

const order = async (
  sql: Sql,
  { newId, mailMessage }: Needs,
  mails: readonly (readonly [registrationId: string, template: TransferMail])[],
): Promise<string[]> => {
  const messages = mails.map(([registrationId, template]) => ({
    ...mailMessage({ registrationId, template, generation: 1 }),
    id: newId(),
  }));
  await putInOutbox(sql, messages);
  return messages.map(({ id }) => id);
};

const findSeat = `
  SELECT ${isDisputed('p.registration_id')} AS disputed, r.event_id, r.live, r.ended, r.spot, r.block, coalesce(r.paid_as, r.id) AS paid_as, r.share, r.form_revision, a.form_revision AS race_form, r.team_id, p.state,
         coalesce(r.share, p.capture_amount, p.amount) AS amount,
         coalesce(clock_timestamp() < a.transfer_until, false) AND e.kind = 'run' AS in_time, a.waiver_hash
  FROM registration r
  JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  WHERE r.id = $1 FOR NO KEY UPDATE OF r`;

/**
 * How often the seat was offered in the last 24 hours, without the transfer $2. Offers that were taken back count, and so do
 * those of earlier owners: a runner who passes the spot on to themselves gets no further offers. The search goes back from
 * owner to owner, and ends at an offer that is older than a day, because all before it are older still.
 */
export const offeredLately = `
  WITH RECURSIVE held AS (
    SELECT $1::uuid AS id
    UNION ALL
    SELECT t.registration_id FROM held JOIN transfer t ON t.id = held.id AND t.offered_at > statement_timestamp() - interval '1 day'
  )
  SELECT count(*)::int AS others,
         coalesce(extract(epoch FROM (array_agg(t.offered_at ORDER BY t.offered_at DESC))[${maxTransferOffersPerDay}] + interval '1 day' - statement_timestamp()), 0)::float8 AS seconds_until_fewer
  FROM held JOIN transfer t ON t.registration_id = held.id AND t.offered_at > statement_timestamp() - interval '1 day'
  WHERE t.id <> $2::uuid`;

const insertTransfer = `
  INSERT INTO transfer (id, registration_id, recipient)
  SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM registration WHERE id = $1)
  ON CONFLICT DO NOTHING RETURNING id`;

const findOffered = `SELECT id FROM transfer WHERE registration_id = $1 AND state = 'offered'`;

const withdrawOffered = `
  UPDATE transfer SET state = 'withdrawn' WHERE registration_id = $1 AND state = 'offered' RETURNING id`;

const findAccepted = `SELECT id FROM transfer WHERE registration_id = $1 AND state = 'accepted'`;

// An offer is gone when its time is over, when its runner has no spot any more, or when they dispute the payment.
const viewTransfer = `
  SELECT CASE WHEN t.state = 'accepted' THEN 'accepted'
              WHEN t.state = 'offered' AND r.live AND clock_timestamp() < a.transfer_until
                AND NOT EXISTS (SELECT FROM registration WHERE id = t.id)
                AND NOT ${isDisputed('coalesce(r.paid_as, r.id)')} THEN 'offered'
              ELSE 'gone' END AS state,
         e.race_id, r.event_id, r.runner, t.recipient, coalesce(a.transfer_until, t.offered_at) AS transfer_until
  FROM transfer t JOIN registration r ON r.id = t.registration_id
  JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  WHERE t.id = $1`;

const lockTransfer = 'SELECT registration_id, state FROM transfer WHERE id = $1 FOR UPDATE';

const findPerson =
  'SELECT id FROM registration WHERE event_id = $1 AND person_key(person) = person_key($2) AND live AND id <> $3';

const insertRegistration = `
  INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, paid_as, share)
  VALUES ($1, $2, $3, 'confirmed', true, $4, $5, $4, 'transfer', $6, $7, clock_timestamp(), $8, $9)`;

const findInGroup =
  'SELECT id FROM registration WHERE limit_group = $1 AND person_key(person) = person_key($2) AND live AND id <> $3';

/** What the recipient said is explained by the form that they filled in. Its unique index may fail here. */
const keepEntry = 'UPDATE registration SET form_revision = $2, signatures = $3, limit_group = $4 WHERE id = $1';

/** What was bought with a spot goes with it, and so does what is given back for it. From $1 to $2. */
const moveLines = `
  WITH explained AS (
    UPDATE registration r SET form_revision = o.form_revision, team_id = o.team_id, leg = o.leg FROM registration o WHERE r.id = $2 AND o.id = $1
  )
  UPDATE registration_line SET registration_id = $2 WHERE registration_id = $1`;
