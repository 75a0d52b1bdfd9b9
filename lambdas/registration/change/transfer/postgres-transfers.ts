import { isCheckedIn } from '../../../domain/check-in-sql';
import { personOf, type Runner } from '../../../domain/person/person';
import type { Ended } from '../../../domain/registration';
import type { FittingEntry } from '../../../domain/transfer';
import { writeAudit } from '../../../ledger/audit';
import { isOnDisputedCredit, isUndecided } from '../../../ledger/dispute-sql';
import { leaveWaitingList } from '../../../ledger/event-sql';
import { paymentState } from '../../../ledger/move-sql';
import { type MailMessage, putInOutbox } from '../../../ledger/outbox';
import { passOnDifferences, withdrawMoveOffer } from '../../../ledger/postgres-move-offers';
import { keepCaptains } from '../../../ledger/postgres-teams';
import { endRegistration, lockSeat, moveBib } from '../../../ledger/seat-sql';
import type { Sql } from '../../../platform/postgres/postgres';
import { mayChange } from '../change-rules';
import type { SentAgain, TransferAccepted, TransferCommand, TransferOffered, Withdrawn } from '../ports';
import { isIn } from './postgres-offered-transfers';

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
  readonly transfer_fee: number | null;
}

interface OfferedLately {
  readonly others: number;
  readonly seconds_until_fewer: number;
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
    // The id belongs to another transfer, to a move or to a registration, so it cannot be used for this one.
    return before?.id === transferId ? { kind: 'offered', transferId, outbox: [] } : { kind: 'no-spot' };
  }
  const { event_id: eventId } = seat;
  await writeAudit(sql, [
    { actor: 'runner', action: 'transfer-offered', eventId, registrationId, detail: { transferId } },
  ]);
  return { kind: 'offered', transferId, outbox: await order(sql, needs, [[transferId, 'transfer-offer']]) };
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

/**
 * Runs in its caller's transaction. The seat keeps its spot, block and number; only its runner changes. `paidId`: the id of
 * the payment of the fee, which the registration gets; default the transfer's.
 */
export const acceptTransfer = async (
  sql: Sql,
  needs: Needs,
  transferId: string,
  sent: Runner | SentAgain,
  waiverHash: string,
  fitting?: FittingEntry,
  paidId?: string,
): Promise<TransferAccepted> => {
  const [transfer] = await sql.query<TransferRow>(lockTransfer, [transferId]);
  if (!transfer) return { kind: 'not-found' };
  const fromId = transfer.registration_id;
  const becameId = transfer.became ?? transferId;
  const runner = 'identity' in sent ? undefined : sent;
  const identity = 'identity' in sent ? sent.identity : sent;
  const [known] = await sql.query<KnownRow>(findKnown, [becameId, identity ? personOf(identity) : null]);
  // Whoever forwarded the mail of the offer still has its link, and must not get the one of the new runner.
  if (transfer.state === 'accepted')
    return known?.is_theirs && (paidId === undefined || paidId === becameId)
      ? { kind: 'accepted', fromId, toId: becameId, number: known.number, outbox: [] }
      : { kind: 'gone' };
  // Somebody who knows the id of the offer may have registered under it, or tried a card. The offer stands, and the spot gets another id.
  const toId = paidId ?? (known ? needs.newId() : transferId);
  const seat = await lockSeatOf(sql, fromId);
  if (transfer.state !== 'offered' || !seat?.live) return { kind: 'gone' };
  const answer = mayChange(factsOf(seat), 'transferred', 'runner');
  if (answer !== 'change') return { kind: answer === 'too-late' ? 'too-late' : 'gone' };
  if (!runner) return { kind: 'gone' };
  if (waiverHash !== seat.waiver_hash) return { kind: 'waiver-changed' };
  // Here, where the spot moves: nobody comes past the questions, rules and documents of the race.
  if (seat.race_form !== null && !fitting) return { kind: 'page-outdated' };
  // Nobody comes past the fee, either. What was quoted before it was set, or after it was taken back, stands.
  if (seat.transfer_fee !== null && paidId === undefined) return { kind: 'page-outdated' };

  const person = personOf(runner);
  const same = await isIn(sql, { eventId: seat.event_id, person, limitGroup: fitting?.limitGroup, fromId });
  if (same) return { kind: 'same-person' };
  await sql.query(endRegistration, [fromId, 'transferred', null]);
  await sql.query(insertRegistration, [
    toId,
    seat.event_id,
    person,
    seat.spot,
    seat.block,
    JSON.stringify(runner),
    waiverHash,
    seat.paid_as,
    seat.share,
  ]);
  if (seat.form_revision !== null) await sql.query(moveLines, [fromId, toId]);
  await sql.query(moveBib, [fromId, toId]);
  await withdrawMoveOffer(sql, fromId);
  await passOnDifferences(sql, fromId, toId);
  if (fitting) {
    const { form, signatures, limitGroup = null } = fitting;
    const signed = signatures.length > 0 ? JSON.stringify(signatures) : null;
    await sql.query(keepEntry, [toId, form, signed, limitGroup]);
  }
  if (seat.team_id !== null) await keepCaptains(sql, [seat.team_id]);
  await sql.query(`UPDATE transfer SET state = 'accepted', became = $2 WHERE id = $1`, [
    transferId,
    toId === transferId ? null : toId,
  ]);
  await sql.query(leaveWaitingList, [seat.event_id, [person]]);
  await writeAudit(sql, [
    {
      actor: 'runner',
      action: 'transferred',
      eventId: seat.event_id,
      registrationId: fromId,
      detail: { to: toId, spot: seat.spot, waiver: waiverHash },
    },
  ]);
  const outbox = await order(sql, needs, [
    // Who pays is told when the card was charged.
    ...(paidId === undefined ? [[toId, 'confirmation'] as const] : []),
    [fromId, 'transferred'],
    ...(fitting?.signatures.some(({ by }) => by === 'guardian') ? [[toId, 'guardian-copy'] as const] : []),
  ]);
  return { kind: 'accepted', fromId, toId, number: seat.spot, outbox };
};

interface TransferRow {
  readonly registration_id: string;
  readonly state: string;
  readonly became: string | null;
}

interface KnownRow {
  readonly number: number;
  readonly is_theirs: boolean | null;
}

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
  SELECT ${isUndecided('r')} OR ${isOnDisputedCredit('r.id')} AS disputed, r.event_id, r.live, r.ended, r.spot, r.block, coalesce(r.paid_as, r.id) AS paid_as, r.share, r.form_revision, a.form_revision AS race_form, a.transfer_fee, r.team_id, ${paymentState} AS state,
         coalesce(r.share, p.capture_amount, p.amount) AS amount,
         coalesce(clock_timestamp() < a.transfer_until, false) AND e.kind = 'run' AND a.cancelled_at IS NULL AND NOT ${isCheckedIn('r.id')} AS in_time, a.waiver_hash
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
    SELECT t.registration_id FROM held JOIN transfer t ON (t.id = held.id OR t.became = held.id) AND t.offered_at > statement_timestamp() - interval '1 day'
  )
  SELECT count(*)::int AS others,
         coalesce(extract(epoch FROM (array_agg(t.offered_at ORDER BY t.offered_at DESC))[${maxTransferOffersPerDay}] + interval '1 day' - statement_timestamp()), 0)::float8 AS seconds_until_fewer
  FROM held JOIN transfer t ON t.registration_id = held.id AND t.offered_at > statement_timestamp() - interval '1 day'
  WHERE t.id <> $2::uuid`;

/** The link of an offer opens whatever has its id, so the id of a move is refused: no runner gets a link to the move of somebody else. */
const insertTransfer = `
  INSERT INTO transfer (id, registration_id, recipient)
  SELECT $1, $2, $3
  WHERE NOT EXISTS (SELECT FROM registration WHERE id = $1) AND NOT EXISTS (SELECT FROM move_offer WHERE id = $1)
  ON CONFLICT DO NOTHING RETURNING id`;

const findOffered = `SELECT id FROM transfer WHERE registration_id = $1 AND state = 'offered'`;

const withdrawOffered = `
  UPDATE transfer SET state = 'withdrawn' WHERE registration_id = $1 AND state = 'offered' RETURNING id`;

const findAccepted = `SELECT id FROM transfer WHERE registration_id = $1 AND state = 'accepted'`;

const findKnown = 'SELECT number, person_key(person) = person_key($2) AS is_theirs FROM registration WHERE id = $1';

const lockTransfer = 'SELECT registration_id, state, became FROM transfer WHERE id = $1 FOR UPDATE';

const insertRegistration = `
  INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, paid_as, share)
  VALUES ($1, $2, $3, 'confirmed', true, $4, $5, $4, 'transfer', $6, $7, clock_timestamp(), $8, $9)`;

/** What the recipient said is explained by the form that they filled in. Its unique index may fail here. */
const keepEntry = 'UPDATE registration SET form_revision = $2, signatures = $3, limit_group = $4 WHERE id = $1';

/**
 * What was bought with a spot goes with it, and so does what is given back for it. From $1 to $2. A donation names nobody any more: the
 * one who gave it said that they may be named, and the one who has it now did not.
 */
const moveLines = `
  WITH explained AS (
    UPDATE registration r SET form_revision = o.form_revision, team_id = o.team_id, leg = o.leg FROM registration o WHERE r.id = $2 AND o.id = $1
  )
  UPDATE registration_line SET registration_id = $2, is_public = false WHERE registration_id = $1`;
