import type { Sql } from '../platform/postgres/postgres';
import { type OutboxMessage, putInOutbox } from './outbox';

/**
 * What is wanted of a card; for a group one order, under the registration that pays. `authorisation`: null when the
 * processor must be asked whether there is one.
 */
export interface CardOrder {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly authorisation: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly action: 'capture' | 'void';
}

/** Records what is wanted of each card and puts the orders in the outbox. Returns outbox ids. */
export const orderPayments = async (sql: Sql, newId: () => string, orders: readonly CardOrder[]): Promise<string[]> => {
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

/** Puts orders in the outbox for payments that are recorded already. Returns outbox ids. */
export const putOrders = async (sql: Sql, newId: () => string, orders: readonly CardOrder[]): Promise<string[]> => {
  const messages: OutboxMessage[] = orders.map(
    ({ raceId, eventId, registrationId, action, authorisation, amount, currency }) => ({
      id: newId(),
      queue: 'payments',
      group: raceId,
      // With race and event: to void a payment, the processor must be given the same fields as when it was made.
      body: { registrationId, raceId, eventId, action, authorisation, amount, currency },
    }),
  );
  await putInOutbox(sql, messages);
  return messages.map(({ id }) => id);
};
