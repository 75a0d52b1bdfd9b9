import { identityOf, personOf } from '../domain/person';
import type { Outcome, Submission } from '../domain/registration';
import { ranks } from '../domain/waiting';
import type { Sql } from '../platform/postgres/postgres';
import { leaveWaitingList } from './event-sql';
import { orderPayments } from './postgres-payment-orders';
import { joinWaitingList } from './postgres-waiting-list';

interface Decided {
  /** As made by `personOf`. */
  readonly confirmed: readonly string[];
  readonly refused: readonly Submission[];
}

/** Confirmed people leave the waiting list. Refused people, who had the money and found no spot, come first on it. */
export const updateWaitingList = async (
  sql: Sql,
  newId: () => string,
  eventId: string,
  { confirmed, refused }: Decided,
): Promise<void> => {
  if (confirmed.length > 0) await sql.query(leaveWaitingList, [eventId, confirmed]);
  if (refused.length === 0) return;
  const joins = refused.map(({ runner, companions = [] }) => ({
    placeId: newId(),
    person: personOf(runner),
    runner: identityOf(runner),
    size: 1 + companions.length,
  }));
  await joinWaitingList(sql, eventId, joins, ranks.authorised);
};

interface Written {
  readonly submission: Submission;
  readonly outcome: Outcome;
}

/** Records what is wanted of each card and orders it, in the same transaction. Returns outbox ids. */
export const orderFollowUps = (sql: Sql, newId: () => string, written: readonly Written[]): Promise<string[]> => {
  const payments = written.map(({ submission: { hold, authorisation }, outcome }) => ({
    registrationId: hold.registrationId,
    raceId: hold.raceId,
    eventId: hold.eventId,
    authorisation,
    amount: hold.quote.total,
    currency: hold.quote.currency,
    action: outcome === 'confirmed' ? ('capture' as const) : ('void' as const),
  }));
  return orderPayments(sql, newId, payments);
};
