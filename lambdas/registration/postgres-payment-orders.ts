import { type OutboxMessage, putInOutbox } from '../platform/outbox';
import type { Sql } from '../platform/postgres/postgres';

/** What is wanted of a card, of whoever pays: for several people, one order. `authorisation`: null when the processor must be asked whether it has any. */
export interface Order {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly authorisation: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly action: 'capture' | 'void';
}

/** Writes what is wanted of each card and puts the orders in the outbox; outbox ids. */
export const orderPayments = async (sql: Sql, newId: () => string, orders: readonly Order[]): Promise<string[]> => {
  if (orders.length === 0) return [];
  await sql.query(
    `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::text[])`,
    [
      orders.map((order) => order.registrationId),
      orders.map((order) => order.authorisation),
      orders.map((order) => order.amount),
      orders.map((order) => order.currency),
      orders.map((order) => order.action),
    ],
  );
  return putOrders(sql, newId, orders);
};

/** Orders what is written already. */
export const putOrders = async (sql: Sql, newId: () => string, orders: readonly Order[]): Promise<string[]> => {
  const messages: OutboxMessage[] = orders.map(
    ({ raceId, eventId, registrationId, action, authorisation, amount, currency }) => ({
      id: newId(),
      queue: 'payments',
      group: raceId,
      // Race and event too: whoever opens the payment to void it must name it as it was named when it was made.
      body: { registrationId, raceId, eventId, action, authorisation, amount, currency },
    }),
  );
  await putInOutbox(sql, messages);
  return messages.map(({ id }) => id);
};
