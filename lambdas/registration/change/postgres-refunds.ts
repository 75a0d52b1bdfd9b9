import type { Actor, Ended } from '../../domain/registration';
import { factsNow } from '../../ledger/seat-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { FindRefundable } from '../ports';
import { type ChangeFacts, type ChangeLine, lineRefunds, mayChange, refundOf, sumOf } from './change-rules';
import type { Cancelled, RefundTerms } from './ports';
import { findLines } from './postgres-line-refunds';

/** The facts of a registration, as `factsNow` and `changeFacts` read them. */
export interface FactsRow {
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
  readonly disputed: boolean;
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
  const refund = refunds ? sumOf(refunds) : refundOf(row.amount, percent ?? row.refund_percent);
  // The processor would refuse it. A director may cancel without a refund, or wait for the bank's decision.
  if (row.disputed && refund > 0) return { kind: 'dispute-open' };
  if (command && 'expected' in command && command.expected !== refund) return { kind: 'refund-changed', refund };
  return { refund, refunds };
};

/** What the registration consists of; nothing of one in a race without a form. */
export const linesIf = (sql: Sql, registrationId: string, { form_revision }: FactsRow) =>
  form_revision === null ? undefined : findLines(sql, registrationId);

const factsOf = ({ live, ended, state, amount, in_time, disputed }: FactsRow): ChangeFacts => ({
  isLive: live,
  ended: ended ?? undefined,
  payment: state,
  amount,
  isInTime: in_time,
  isDisputed: disputed,
});

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
