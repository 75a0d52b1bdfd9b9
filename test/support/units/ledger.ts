import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { type Times, times } from '../../../lambdas/spots/blocks/block';
import type { Counters } from '../../../lambdas/spots/blocks/ports';
import { PostgresUnitLedger } from '../../../lambdas/units/claims/postgres-unit-ledger';

const noCounters: Pick<Counters, 'open'> = { open: async () => undefined };

/** The ledger of units as in production; without counters, when nothing is dealt from memcached. */
export const unitLedgerOn = (
  postgres: Postgres,
  { counters = noCounters, changes = {} }: { counters?: Pick<Counters, 'open'>; changes?: Partial<Times> } = {},
) => new PostgresUnitLedger({ postgres, counters, newId: uuid7, times: { ...times, ...changes } });
