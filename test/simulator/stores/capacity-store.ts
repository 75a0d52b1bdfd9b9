import type { Capacities, CapacityChanged } from '../../../lambdas/spots/capacity/ports';
import { changeCapacity, takenSpots } from '../../model/ledger/changes';
import type { Rules } from '../../model/ledger/rules-under-test';
import type { Database } from '../world/database';
import type { Machine } from '../world/machine';
import { eventOf } from '../world/moves';
import type { Offers } from './waiting-store';

/** The model's change of capacity behind the port `Capacities`, with the offers that it makes possible. */
export const capacityStore = (database: Database, machine: Machine, offers: Offers, rules: Rules): Capacities => ({
  change: (_, __, capacity) =>
    database.transact<CapacityChanged>(machine, 'change capacity', (state) => {
      if (state.tables.event.sale === 'cancelled') return { state, answer: { kind: 'cancelled' } };
      const { registrations } = state.tables;
      const here = registrations.filter(({ spot }) => spot === null || eventOf(spot) === 'first');
      const seen = { ...state.tables, registrations: here };
      const { tables: changed, answer, offered } = changeCapacity(seen, capacity, offers.fresh, rules);
      if (answer !== 'changed') return { state, answer: { kind: 'taken', taken: takenSpots(seen) } };
      const tables = { ...changed, registrations };
      const mails = offers.mails(offered);
      return {
        state: { ...state, tables, outbox: [...state.outbox, ...mails] },
        answer: { kind: 'changed', capacity, spots: tables.spots.length, outbox: mails.map(({ id }) => id) },
      };
    }),
});
