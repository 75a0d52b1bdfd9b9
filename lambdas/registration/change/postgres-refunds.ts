import type { Actor, Ended } from '../../domain/registration';
import { isAtBank, isLost } from '../../ledger/dispute-sql';
import { type MoneyRow, takenBack } from '../../ledger/move-sql';
import { factsNow } from '../../ledger/seat-sql';
import { paymentOfFee } from '../../ledger/transfer-fee-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { FindRefundable } from '../ports';
import { type ChangeFacts, type ChangeLine, lineRefunds, mayChange, refundOf, sumOf } from './change-rules';
import type { Cancelled, RefundTerms } from './ports';
import { findLines } from './postgres-line-refunds';

/** The facts of a registration, as `factsNow` and `changeFacts` read them. */
export interface FactsRow extends MoneyRow {
  readonly live: boolean;
  readonly ended: Ended | null;
  readonly spot: number | null;
  readonly block: string | null;
  readonly state: ChangeFacts['payment'];
  readonly authorisation: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly refund: number | null;
  readonly form_revision: number | null;
  readonly in_time: boolean;
  /** A bank has not decided about a payment. */
  readonly disputed: boolean;
  /** Nor has a director, after a bank took money back. */
  readonly undecided: boolean;
  /** The registration has a payment of its own besides: the processor would give that back. */
  readonly on_disputed_credit: boolean;
  readonly refund_percent: number;
}

/** The refund when a registration is cancelled, and that of each of its lines, if it has lines. */
interface Refunds {
  readonly refund: number;
  readonly refunds?: ReadonlyMap<number, number> | undefined;
}

/** What would be refunded if this registration were cancelled; or the answer, when it is or may not be. */
export const refundOn = (
  row: FactsRow,
  lines: readonly ChangeLine[] | undefined,
  eventId: string,
  by: Actor,
  command: RefundTerms | undefined,
): Refunds | Cancelled => {
  const answer = mayChange(factsOf(row), 'cancelled', by);
  if (answer === 'done')
    return { kind: 'cancelled', eventId, refund: row.refund ?? 0, currency: row.currency, outbox: [] };
  if (answer !== 'change') return { kind: answer };
  const percent = command && 'percent' in command ? command.percent : undefined;
  const refunds = lines && lineRefunds(lines, row.refund_percent, percent);
  const refund = refunds
    ? sumOf(refunds)
    : Math.max(0, refundOf(row.amount, percent ?? row.refund_percent) - takenBack(row.amount, row));
  // The processor would refuse it. A director may cancel without a refund, or wait for the bank's decision.
  if (row.disputed && refund > 0) return { kind: 'dispute-open' };
  if (command && 'expected' in command && command.expected !== refund) return { kind: 'refund-changed', refund };
  return { refund, refunds };
};

/** What somebody paid to take a spot over, and what became of it. */
export interface FeeRow {
  /** The payment. */
  readonly paidAs: string;
  readonly eventId: string;
  readonly raceId: string;
  readonly state: ChangeFacts['payment'];
  readonly authorisation: string | null;
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
  readonly disputed: boolean;
}

/** Every payment that the fee of runner $1 may have. Another one is made under the lock of the first. */
export const lockFee = `
  SELECT registration_id FROM payment WHERE registration_id = ANY (ARRAY(
    SELECT unnest(ARRAY[became, fee_paid_as]) FROM transfer WHERE became = $1))
  ORDER BY registration_id FOR NO KEY UPDATE`;

/**
 * A `FeeRow`, under the locks of `lockFee`. $1: the runner who took the spot over. Each of them paid by a payment of their own. A fee that a
 * bank took back counts as refunded. So does one of which somebody gave all back by hand.
 */
export const findFee = `
  SELECT p.registration_id AS "paidAs", r.event_id AS "eventId", e.race_id AS "raceId", p.state, p.authorisation, coalesce(p.capture_amount, p.amount) AS amount,
         CASE WHEN ${isLost('p.registration_id')} THEN coalesce(p.capture_amount, p.amount) ELSE coalesce(p.refund, 0) END AS refunded,
         p.currency, ${isAtBank('p.registration_id')} AS disputed
  FROM registration r JOIN event e ON e.id = r.event_id JOIN transfer t ON t.became = r.id AND t.state = 'accepted'
  JOIN payment p ON p.registration_id = ${paymentOfFee('t')}
  WHERE r.id = $1`;

interface Given {
  readonly state: ChangeFacts['payment'];
  readonly disputed: boolean;
  /** What was paid, and what of it was given back before. */
  readonly amount: number;
  readonly refunded: number;
}

/**
 * How much is given back now, so that it is `total` in all. An order names the total and not what is added to it: one that comes
 * twice gives nothing twice.
 */
export const refundOfTotal = ({ state, disputed, amount, refunded }: Given, total = amount) => {
  if (state === 'authorised') return { kind: 'settling' } as const;
  if (state !== 'captured' && state !== 'refunded') return { kind: 'not-paid' } as const;
  if (disputed) return { kind: 'dispute-open' } as const;
  if (total > amount) return { kind: 'too-much', most: amount } as const;
  if (total < refunded) return { kind: 'given-back', refunded } as const;
  return { kind: 'refunded', refund: total - refunded, left: amount - total } as const;
};

/**
 * What the registration consists of; nothing of one that was sold without a form. What banks took back is among what was given back, so
 * that nobody gets it twice.
 */
export const linesIf = async (sql: Sql, registrationId: string, row: FactsRow) => {
  if (row.form_revision === null) return undefined;
  const lines = await findLines(sql, registrationId);
  // Whoever took over a spot that was sold before the race had a form has filled one in, and has no lines.
  if (lines.length === 0) return undefined;
  return lines.map((line) => {
    const left = Math.max(0, line.amount - line.refunded);
    // A difference that was paid for a move is a part of the entry.
    const taken = line.kind === 'entry' ? takenBack(left, row) : row.spot_lost ? left : 0;
    return { ...line, refunded: line.refunded + taken };
  });
};

const factsOf = (row: FactsRow): ChangeFacts => {
  const { live, ended, state, amount, in_time, undecided, on_disputed_credit } = row;
  return {
    isLive: live,
    ended: ended ?? undefined,
    payment: state,
    amount,
    isInTime: in_time,
    isDisputed: undecided || on_disputed_credit,
  };
};

/**
 * What a runner would get back of each line if they gave the spot back now: by the function that the change itself uses, so
 * that nobody is shown another figure than they get.
 */
export const findRefundable =
  (sql: Sql): FindRefundable =>
  async (registrationId) => {
    const [row] = await sql.query<FactsRow>(factsNow, [registrationId]);
    const lines = row && (await linesIf(sql, registrationId, row));
    if (!lines) return undefined;
    const answer = refundOn(row, lines, '', 'runner', undefined);
    return 'kind' in answer ? undefined : answer.refunds;
  };
