import { isCheckedIn } from '../../../domain/check-in-sql';
import type { Credit, DeferralTerms } from '../../../domain/money/credit';
import { givenBack, goneBesides, leftOf } from '../../../domain/money/given-back-sql';
import type { Ended } from '../../../domain/registration';
import { writeAudit } from '../../../ledger/audit';
import { addCodePools, addUses } from '../../../ledger/code-sql';
import { creditOf, findCredit } from '../../../ledger/credit-sql';
import { isAnythingDisputed, isLost } from '../../../ledger/dispute-sql';
import { lockEvent } from '../../../ledger/event-sql';
import { differencesOf, paymentState } from '../../../ledger/move-sql';
import { type MailMessage, type OutboxMessage, putInOutbox } from '../../../ledger/outbox';
import { withdrawMoveOffer } from '../../../ledger/postgres-move-offers';
import { lockUnits, sellUnitsAgain } from '../../../ledger/postgres-returned-units';
import type { GiveToWaiting } from '../../../ledger/postgres-waiting-offers';
import {
  endRegistration,
  findForChange,
  freeSpot,
  lockPaymentOf,
  lockSeat,
  type RegistrationForChange,
} from '../../../ledger/seat-sql';
import type { Postgres, Sql } from '../../../platform/postgres/postgres';
import { retryOnConflict } from '../../../platform/retry';
import type { ChangeFacts } from '../change-rules';
import { findLines, giveBackOf, returnLines } from '../postgres-line-refunds';
import { refundOrder, wantMoreRefund } from '../postgres-refund-orders';
import { withdrawTransfer } from '../transfer/postgres-transfers';
import {
  type DeferralFacts,
  type DeferralShown,
  type Deferrals,
  type Deferred,
  deferralOffer,
  mayDefer,
  type ShownTerms,
} from './defer-registration';

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  /** Makes a code that nobody can guess. */
  readonly newCode: () => string;
  readonly mailMessage: MailMessage<'deferred'>;
  readonly giveToWaiting: GiveToWaiting;
}

interface FactsRow {
  readonly live: boolean;
  readonly ended: Ended | null;
  readonly spot: number | null;
  readonly block: string | null;
  readonly person: string;
  readonly state: ChangeFacts['payment'];
  readonly disputed: boolean;
  readonly in_time: boolean;
  readonly amount: number;
  /** What of the entry was given back by hand, as one of several that were paid for together. */
  readonly by_hand: number;
  /** Paid for the whole registration. */
  readonly share: number;
  readonly authorisation: string | null;
  readonly is_refunded: boolean;
  readonly is_due: boolean;
  readonly is_discounted: boolean;
  readonly currency: string;
  readonly is_on_credit: boolean;
  readonly series: string;
  readonly defer_worth: DeferralTerms['worth'];
  readonly defer_fee: number;
  readonly credit_until: Date;
}

export class PostgresDeferrals implements Deferrals {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async show(registrationId: string): Promise<DeferralShown> {
    const sql = this.#needs.postgres;
    const [row] = await sql.query<FactsRow>(factsNow, [registrationId]);
    if (!row) return { kind: 'not-found' };
    const offer = deferralOffer(factsOf(row));
    if (offer.kind === 'offered') return { ...offer, currency: row.currency };
    return offer.kind === 'done' ? creditNow(sql, registrationId) : offer;
  }

  defer(registrationId: string, shown: ShownTerms): Promise<Deferred> {
    return this.#needs.postgres.transaction((sql) => defer(sql, this.#needs, registrationId, shown), {
      retryOn: retryOnConflict,
    });
  }
}

/** Takes the locks of a cancellation, in the same order: payment, event, spot, registration, units. No money goes back. */
const defer = async (sql: Sql, needs: Needs, registrationId: string, shown: ShownTerms): Promise<Deferred> => {
  const { newId, mailMessage, giveToWaiting } = needs;
  const [first] = await sql.query<RegistrationForChange>(findForChange, [registrationId]);
  if (!first) return { kind: 'not-found' };
  // Looked at first without locks: requests that are refused must not take the lock of the event, for which every cut waits.
  const [before] = await sql.query<FactsRow>(factsNow, [registrationId]);
  if (!before) return { kind: 'not-found' };
  const early = mayDefer(factsOf(before), shown);
  if (early.kind === 'done') return creditNow(sql, registrationId);
  if (early.kind !== 'defer') return early;
  await sql.query(lockPaymentOf, [registrationId]);
  // While this waited for the lock, a director may have moved the registration to another event.
  const [found = first] = await sql.query<RegistrationForChange>(findForChange, [registrationId]);
  const { event_id: eventId, race_id: raceId } = found;
  await sql.query(lockEvent, [eventId]);
  await sql.query(lockSeat, [registrationId]);
  const [row] = await sql.query<FactsRow>(factsLocked, [registrationId]);
  if (!row)
    throw new Error(`Registration ${registrationId} was found without a lock, and cannot be read under the lock.`);
  const units = found.has_lines ? await lockUnits(sql, [registrationId]) : [];
  const ruling = mayDefer(factsOf(row), shown);
  if (ruling.kind === 'done') return creditNow(sql, registrationId);
  if (ruling.kind !== 'defer') return ruling;

  const { terms } = ruling;
  const orders = await countByHand(sql, newId, registrationId, found, row);
  // A code that lowered the price goes on in a credit for a whole entry. Otherwise one use would bring one credit after the other.
  const keepsUses = terms.worth === 'entry' && row.is_discounted;
  if (found.has_lines) {
    const all = await findLines(sql, registrationId);
    const lines = all.filter(({ kind }) => !keepsUses || kind !== 'code');
    await returnLines(sql, registrationId, new Map(lines.map(({ position }) => [position, 0])));
  }
  await sql.query(endRegistration, [registrationId, 'deferred', null]);
  await sql.query(freeSpot, [eventId, row.spot, row.block]);
  await sellUnitsAgain(sql, [registrationId], units, { keepsUses });
  await withdrawTransfer(sql, registrationId);
  await withdrawMoveOffer(sql, registrationId);
  const [creditId, pool] = [newId(), newId()];
  await sql.query(addCodePools, [[pool], raceId, [creditId], 1]);
  await sql.query(addUses, [[pool], 1]);
  await sql.query(insertCredit, [
    creditId,
    registrationId,
    terms.series,
    row.person,
    needs.newCode(),
    terms.worth === 'entry' ? null : terms.worth,
    terms.fee,
    row.currency,
    terms.creditUntil,
    pool,
  ]);
  const detail = { spot: row.spot, credit: creditId, worth: terms.worth, fee: terms.fee };
  await writeAudit(sql, [{ actor: 'runner', action: 'deferred', eventId, registrationId, detail }]);
  const mail = { ...mailMessage({ registrationId, template: 'deferred', generation: 1 }), id: newId() };
  const messages = [mail, ...orders];
  await putInOutbox(sql, messages);
  const offers = await giveToWaiting(sql, eventId);
  return { ...(await creditNow(sql, registrationId)), outbox: [...messages.map(({ id }) => id), ...offers] };
};

/**
 * Orders as a refund what was given back by hand. The processor has given it, so no money moves. But it counts for this registration from
 * now on: the next one of the group gets all of theirs. If the bank sends it back, it is owed like any refund.
 */
const countByHand = async (
  sql: Sql,
  newId: () => string,
  registrationId: string,
  found: RegistrationForChange,
  payment: FactsRow,
): Promise<readonly OutboxMessage[]> => {
  const { by_hand: refund, share } = payment;
  if (refund === 0) return [];
  const entry = found.has_lines
    ? (await findLines(sql, registrationId)).find(({ kind, isGiven }) => kind === 'entry' && isGiven)
    : undefined;
  await giveBackOf(sql, registrationId, { position: entry?.position ?? 0, refund, isLive: true, share });
  return refundOrder(newId, found, payment, await wantMoreRefund(sql, found.paid_as, refund));
};

const creditNow = async (sql: Sql, registrationId: string) => {
  const credit = creditOf(await sql.query(findCredit, [registrationId]));
  if (!credit) throw new Error(`Registration ${registrationId} is deferred and has no credit.`);
  return { kind: 'deferred', credit, outbox: [] } as const satisfies Deferred & { readonly credit: Credit };
};

const factsOf = (row: FactsRow): DeferralFacts => ({
  isLive: row.live,
  ended: row.ended ?? undefined,
  payment: row.state,
  amount: row.amount,
  isInTime: row.in_time,
  isDisputed: row.disputed,
  isOnCredit: row.is_on_credit,
  isRefunded: row.is_refunded,
  isDue: row.is_due,
  ...(row.in_time && {
    terms: { worth: row.defer_worth, fee: row.defer_fee, creditUntil: row.credit_until, series: row.series },
  }),
});

/** SQL: payment `p` is for nobody but registration `r`. */
const isAlone = `(p.registration_id = r.id AND NOT EXISTS (SELECT FROM registration c WHERE c.paid_as = r.id))`;
/** SQL: whether somebody gave back a part of payment `p` by hand, or a bank took one, where it is for nobody but registration `r`. */
const isPartGone = `(${goneBesides('p')} > 0 AND ${isAlone})`;
/** SQL: what was charged for the entry of registration `r`, less what we gave back. */
const entryAmount = `
  coalesce((
    SELECT sum(l.amount - coalesce(l.refund, 0))::int FROM registration_line l
    WHERE l.registration_id = r.id AND l.kind = 'entry' AND l.state = 'given'
  ), r.share, p.capture_amount, p.amount)`;
/**
 * SQL: what was given back by hand of a payment for several. Nobody knows whose part it was, so it is a refund of whoever gives up the spot
 * next, as when somebody is cancelled.
 */
const countedByHand = `
  CASE WHEN ${isAlone} OR ${isLost('p.registration_id')} THEN 0
    ELSE greatest(least(${entryAmount}, ${givenBack('p')} - greatest(p.refunded, coalesce(p.refund, 0))), 0) END`;
/** SQL: what is left of all that was paid for registration `r`. */
const leftOfAll = `(${leftOf('p')} + coalesce((SELECT sum(${leftOf('d')}) FROM ${differencesOf('r.id')} AND d.state IN ('captured', 'refunded')), 0))`;

/** `amount`: what was paid for the entry, without other lines and without what was given back. */
const factsNow = `
  SELECT ${isAnythingDisputed('r')} AS disputed, r.live, r.ended, r.spot, r.block, r.person, ${paymentState} AS state, p.currency,
         coalesce(clock_timestamp() < a.defer_until, false) AND e.kind = 'run' AND a.cancelled_at IS NULL AND NOT ${isCheckedIn('r.id')} AS in_time,
         a.series, a.defer_worth, a.defer_fee, a.credit_until,
         (least(${entryAmount}, CASE WHEN ${isPartGone} THEN ${leftOfAll} END) - (${countedByHand}))::int AS amount,
         (${countedByHand})::int AS by_hand, p.authorisation, coalesce(r.share, p.capture_amount, p.amount) AS share,
         ${isPartGone} OR ${countedByHand} > 0 OR EXISTS (
           SELECT FROM registration_line l WHERE l.registration_id = r.id AND l.kind = 'entry' AND l.refund > 0
         ) AS is_refunded,
         EXISTS (SELECT FROM ${differencesOf('r.id')} AND d.unpaid = 'due') AS is_due,
         EXISTS (
           SELECT FROM registration_line l WHERE l.registration_id = r.id AND l.kind = 'entry' AND l.amount < l.list
         ) AS is_discounted,
         EXISTS (
           SELECT FROM registration_line l JOIN credit c ON c.pool_id = l.pool_id
           WHERE l.registration_id = r.id AND l.kind = 'code' AND l.state IN ('given', 'over')
         ) AS is_on_credit
  FROM registration r
  JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  WHERE r.id = $1`;

/** Read after the locks: a statement that waits does not see what the lock's holder committed. */
const factsLocked = `${factsNow} FOR NO KEY UPDATE OF r`;

const insertCredit = `
  INSERT INTO credit (id, registration_id, series, person, code, worth, fee, currency, expires_at, pool_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
