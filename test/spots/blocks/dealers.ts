import { connect } from 'node:net';
import { type Dealt, dealSpot } from '../../../lambdas/spots/blocks/deal-spot';
import { MemcachedBlocks, MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import type { Counters, CountSpots, Ledger } from '../../../lambdas/spots/blocks/ports';
import { ledgerOn } from '../../support/races/ledger';
import type { openStores } from '../../support/stores';

export type Dealer = (eventId: string, dealMs?: number, size?: number) => Promise<Dealt>;

/** Makes processes of the fleet: each has a memory of its own, and all share the cache and the database. */
export const dealersOn =
  (stores: ReturnType<typeof openStores>) =>
  ({
    clock = () => new Date(),
    counters = new MemcachedCounters(stores.memcached) as Counters,
    errors = [] as unknown[],
    count = (() => undefined) as CountSpots,
    blocks = new MemcachedBlocks(stores.memcached),
    ledger = ledgerOn(stores.database.postgres, { counters }) as Ledger,
    pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 10)),
  } = {}): Dealer => {
    const deal = dealSpot({
      ledger,
      counters,
      blocks,
      now: clock,
      pause,
      report: (error) => void errors.push(error),
      count,
    });
    return (eventId, dealMs = 15_000, size = 1) => deal(eventId, clock().getTime() + dealMs, size);
  };

export const spotsOf = (dealt: readonly Dealt[]) => dealt.flatMap((each) => (each.kind === 'dealt' ? each.spots : []));

/** Empties the memcached at this port. */
export const forgetAll = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('flush_all\r\n'));
    socket.once('error', reject);
    socket.once('data', () => {
      socket.end();
      resolve();
    });
  });
