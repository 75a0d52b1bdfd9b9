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
