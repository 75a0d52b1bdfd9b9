import type { ChargePurpose } from '../domain/money/payment';
import { identityOf, personOf } from '../domain/person/person';
import type { Outcome, Submission } from '../domain/registration';
import { ranks } from '../domain/waiting';
import type { Sql } from '../platform/postgres/postgres';
import { leaveWaitingList } from './event-sql';
import { type OutboxMessage, putInOutbox } from './outbox';
import { joinWaitingList } from './postgres-waiting-list';

interface Decided {
  /** As made by `personOf`. */
  readonly confirmed: readonly string[];
  readonly refused: readonly Submission[];
}

/**
 * Confirmed people leave the waiting list. Refused people, who had the money and found no spot, come first on it. Where
 * nobody runs there is no list.
 */
export const updateWaitingList = async (
  sql: Sql,
  newId: () => string,
  eventId: string,
  { confirmed, refused }: Decided,
): Promise<void> => {
  if (confirmed.length > 0) await sql.query(leaveWaitingList, [eventId, confirmed]);
  const joins = refused
    .filter(({ hold }) => hold.kind === undefined)
    .map(({ runner, companions = [] }) => ({
      placeId: newId(),
      person: personOf(runner),
      runner: identityOf(runner),
      size: 1 + companions.length,
    }));
  if (joins.length > 0) await joinWaitingList(sql, eventId, joins, ranks.authorised);
};

interface Written {
  readonly submission: Submission;
  readonly outcome: Outcome;
  /** How much of the quote is taken, where something of it could not be given; default all. */
  readonly captureAmount?: number | undefined;
}

/** Records what is wanted of each card and orders it, in the same transaction. Returns the messages that it put in the outbox. */
export const orderFollowUps = (
  sql: Sql,
  newId: () => string,
  written: readonly Written[],
): Promise<readonly OutboxMessage[]> => {
  const payments = written.map(({ submission: { hold, authorisation }, outcome, captureAmount }) => ({
    registrationId: hold.registrationId,
    raceId: hold.raceId,
    eventId: hold.eventId,
    authorisation,
    amount: hold.quote.total,
    currency: hold.quote.currency,
    ...(outcome === 'confirmed' ? { action: 'capture' as const, captureAmount } : { action: 'void' as const }),
  }));
  return orderPayments(sql, newId, payments);
};

/**
 * What is wanted of a card; for a group one order, under the registration that pays. `authorisation`: null when the
 * processor must be asked whether there is one.
 */
export interface CardOrder {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly authorisation: string | null;
  /** What the card holds. */
  readonly amount: number;
  /** How much of it is taken; default all. */
  readonly captureAmount?: number | undefined;
  readonly currency: string;
  readonly action: 'capture' | 'void';
  readonly purpose?: ChargePurpose | undefined;
}

/** Records what is wanted of each card and puts the orders in the outbox. Returns these messages. */
export const orderPayments = async (
  sql: Sql,
  newId: () => string,
  orders: readonly CardOrder[],
): Promise<readonly OutboxMessage[]> => {
  if (orders.length === 0) return [];
  await sql.query(
    `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted, capture_amount)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::text[], $6::int[])`,
    [
      orders.map((order) => order.registrationId),
      orders.map((order) => order.authorisation),
      orders.map((order) => order.amount),
      orders.map((order) => order.currency),
      orders.map((order) => order.action),
      orders.map((order) => order.captureAmount ?? null),
    ],
  );
  return putOrders(sql, newId, orders);
};

/** Puts orders in the outbox for payments that are recorded already. Returns these messages. */
export const putOrders = async (
  sql: Sql,
  newId: () => string,
  orders: readonly CardOrder[],
): Promise<readonly OutboxMessage[]> => {
  const messages: OutboxMessage[] = orders.map(
    ({ raceId, eventId, registrationId, action, authorisation, amount: held, captureAmount, currency, purpose }) => ({
      id: newId(),
      queue: 'payments',
      group: raceId,
      // With race, event and purpose: to void a payment, the processor must be given the same fields as when it was made.
      body: {
        registrationId,
        raceId,
        eventId,
        action,
        authorisation,
        amount: captureAmount ?? held,
        currency,
        ...(captureAmount !== undefined && { held }),
        ...(purpose && { purpose }),
      },
    }),
  );
  await putInOutbox(sql, messages);
  return messages;
};
