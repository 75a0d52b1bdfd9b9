import type { Memcached } from '../../../platform/memcached/memcached';
import { count, log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { times } from '../../../spots/blocks/block';
import { dealUnit } from '../../../spots/blocks/deal-spot';
import { MemcachedBlocks, MemcachedCounters } from '../../../spots/blocks/memcached-blocks';
import type { CountSpots } from '../../../spots/blocks/ports';
import { MemcachedTally } from '../../../spots/limits/memcached-tally';
import { dealUnits } from '../../../units/claims/deal-units';
import { MemcachedClaims, MemcachedVerdicts } from '../../../units/claims/memcached-claims';
import { PostgresUnitLedger } from '../../../units/claims/postgres-unit-ledger';
import { now } from '../connections/clock';
import { pauseBetweenTries } from './dealing';

/** Units are dealt as spots are, and counted apart from them. */
const unitMetrics: Readonly<Partial<Record<Parameters<CountSpots>[0], string>>> = {
  SpotsLost: 'UnitsLost',
  BlocksLost: 'UnitBlocksLost',
};
const countUnits: CountSpots = (what, amount) => count(unitMetrics[what] ?? what, amount);

/** The ledger of units, and their counters. */
export const openUnitLedger = (postgres: Postgres, data: Memcached) => {
  const counters = new MemcachedCounters(data);
  return { counters, ledger: new PostgresUnitLedger({ postgres, counters, times, newId: uuid7 }) };
};

/** Claims what a quote needs of limited pools. `pools`: where claims are remembered, one cache in each zone. */
export const openUnitDealing = (postgres: Postgres, data: Memcached, pools: readonly Memcached[]) => {
  const { counters, ledger } = openUnitLedger(postgres, data);
  const needs = {
    ledger,
    now,
    pause: pauseBetweenTries,
    report: (error: unknown) => log.error('A unit could not be dealt.', error),
    count: countUnits,
  };
  return dealUnits({
    ...needs,
    deal: dealUnit({ ...needs, counters, blocks: new MemcachedBlocks(data) }),
    verdicts: new MemcachedVerdicts(data),
    remembered: new MemcachedClaims(pools),
    tally: new MemcachedTally(data, (error) =>
      log.warn('Claimed units could not be counted. Nobody is refused because of it.', { reason: String(error) }),
    ),
  });
};
