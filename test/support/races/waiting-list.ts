import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { Join } from '../../../lambdas/domain/waiting';
import { PostgresWaitingList } from '../../../lambdas/ledger/postgres-waiting-list';
import type { Postgres, Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { askToConfirm } from '../../../lambdas/spots/waiting-list/postgres-confirmations';

/** As in production. */
export const asking = askToConfirm({ newId: uuid7, mailMessage: (order) => mailMessage(order, 4) });

/** A waiting list that asks nobody to confirm: for tests of what comes after. */
export const waitingListOn = (postgres: Postgres) => new PostgresWaitingList(postgres, async () => []);

/** As if everybody on the list had opened the link in their mail. */
export const confirmAll = (sql: Sql, eventId: string) =>
  sql.query(
    `UPDATE waiting SET confirmed_at = clock_timestamp() WHERE event_id = $1 AND state = 'waiting' AND confirmed_at IS NULL`,
    [eventId],
  );

/** They join, and confirm at once. */
export const joinConfirmed = async (postgres: Postgres, eventId: string, joins: readonly Join[]): Promise<void> => {
  await waitingListOn(postgres).join(eventId, joins);
  await confirmAll(postgres, eventId);
};
