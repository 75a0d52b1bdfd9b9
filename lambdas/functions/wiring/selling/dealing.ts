import type { Settings } from '../../../contract/settings';
import type { Memcached } from '../../../platform/memcached/memcached';
import { count, log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { times } from '../../../spots/blocks/block';
import { dealSpot } from '../../../spots/blocks/deal-spot';
import { MemcachedBlocks, MemcachedCounters } from '../../../spots/blocks/memcached-blocks';
import { PostgresLedger, spotsWith } from '../../../spots/blocks/postgres-ledger';
import { now, pause } from '../connections/clock';
import { waitingOffers } from '../mail/mail';

/** The ledger of spots in the database, and the counters in memcached that follow it. */
export const openLedger = (env: Settings<'MAIL_LANES'>, postgres: Postgres, data: Memcached) => {
  const counters = new MemcachedCounters(data);
  const { newId, giveToWaiting } = waitingOffers(env);
  return { counters, ledger: new PostgresLedger({ postgres, counters, times, newId, of: spotsWith(giveToWaiting) }) };
};

/** Between two tries of the same step: short, and different for everybody who tries at once. */
export const pauseBetweenTries = () => pause(5 + Math.random() * 15);

/** Deals spots from the blocks in memcached, and cuts new blocks from the ledger. */
export const openDealing = (env: Settings<'MAIL_LANES'>, postgres: Postgres, data: Memcached) => {
  const { counters, ledger } = openLedger(env, postgres, data);
  const deal = dealSpot({
    ledger,
    counters,
    blocks: new MemcachedBlocks(data),
    now,
    pause: pauseBetweenTries,
    report: (error) => log.error('A spot could not be dealt.', error),
    count,
  });
  return { ledger, deal };
};
