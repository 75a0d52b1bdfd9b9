import { isLost } from '../../ledger/dispute-sql';
import { differencesOf } from '../../ledger/move-sql';
import type { OutboxMessage } from '../../ledger/outbox';
import { type RegistrationForChange, wantRefund } from '../../ledger/seat-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { FactsRow } from './postgres-refunds';

/** How much of a payment is to be refunded by now; a part may have been refunded before. */
export interface WantedRefund {
  readonly amount: number;
  readonly before: number;
  readonly is_on_its_way: boolean;
}

/** Adds to what is to be refunded of a payment, under its lock. `refundOrder` makes the order of it. */
export const wantMoreRefund = async (sql: Sql, paidAs: string, refund: number): Promise<WantedRefund> => {
  const [wanted] = await sql.query<WantedRefund>(wantRefund, [paidAs, refund]);
  if (!wanted) throw new Error(`nothing was captured for ${paidAs}: it can be changed only without a refund`);
  return wanted;
};

interface Difference {
  readonly id: string;
  readonly authorisation: string | null;
  readonly currency: string;
  readonly left: number;
}

/**
 * Orders that so much is given back to who paid for a registration, under the locks of its payments: of what they paid to move to
 * dearer events first, and then of the payment for the spot.
 */
export const orderRefunds = async (
  sql: Sql,
  newId: () => string,
  registrationId: string,
  {
    found,
    payment,
    refund,
  }: {
    readonly found: Pick<RegistrationForChange, 'race_id' | 'paid_as'>;
    readonly payment: Pick<FactsRow, 'authorisation' | 'currency'>;
    readonly refund: number;
  },
): Promise<readonly OutboxMessage[]> => {
  if (refund === 0) return [];
  let rest = refund;
  const orders: OutboxMessage[] = [];
  for (const difference of await sql.query<Difference>(findDifferences, [registrationId])) {
    const part = Math.min(rest, difference.left);
    if (part === 0) continue;
    rest -= part;
    const wanted = await wantMoreRefund(sql, difference.id, part);
    orders.push(...refundOrder(newId, { race_id: found.race_id, paid_as: difference.id }, difference, wanted));
  }
  if (rest > 0) orders.push(...refundOrder(newId, found, payment, await wantMoreRefund(sql, found.paid_as, rest)));
  return orders;
};

/** The newest first. Nothing is left of one that a bank took back. */
const findDifferences = `
  SELECT d.registration_id AS id, d.authorisation, d.currency, d.amount - coalesce(d.refund, 0) AS left
  FROM ${differencesOf('$1')} AND d.state IN ('captured', 'refunded') AND NOT ${isLost('d.registration_id')}
  ORDER BY d.registration_id DESC`;

/** None while another order is on its way: the function that settles that one sends the rest. */
export const refundOrder = (
  newId: () => string,
  found: Pick<RegistrationForChange, 'race_id' | 'paid_as'>,
  { authorisation, currency }: Pick<FactsRow, 'authorisation' | 'currency'>,
  wanted: WantedRefund,
): readonly OutboxMessage[] => {
  if (wanted.is_on_its_way) return [];
  const { amount, before } = wanted;
  const body = { registrationId: found.paid_as, action: 'refund', authorisation, amount, currency };
  return [
    {
      queue: 'payments',
      group: found.race_id,
      body: before > 0 ? { ...body, before } : body,
      id: newId(),
    },
  ];
};
