import { mailMessage } from '../../../lambdas/domain/mail-order';
import { giveToWaiting } from '../../../lambdas/ledger/postgres-waiting-offers';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { type Times, times } from '../../../lambdas/spots/blocks/block';
import type { Counters } from '../../../lambdas/spots/blocks/ports';
import { PostgresLedger, spotsWith } from '../../../lambdas/spots/blocks/postgres-ledger';

const noCounters: Pick<Counters, 'open'> = { open: async () => undefined };

/** `giveToWaiting` as in production, with other times if wanted. */
export const givingWith = (changes: Partial<Times> = {}) =>
  giveToWaiting({ newId: uuid7, times: { ...times, ...changes }, mailMessage: (order) => mailMessage(order, 4) });

/** The ledger as in production; without counters, when nothing is dealt from memcached. */
export const ledgerOn = (
  postgres: Postgres,
  { counters = noCounters, changes = {} }: { counters?: Pick<Counters, 'open'>; changes?: Partial<Times> } = {},
) =>
  new PostgresLedger({
    postgres,
    counters,
    newId: uuid7,
    times: { ...times, ...changes },
    of: spotsWith(givingWith(changes)),
  });
