import type { Sales } from '../../../lambdas/spots/sale/ports';
import { changeSale } from '../../model/ledger/changes';
import type { Rules } from '../../model/ledger/rules-under-test';
import type { Race } from '../race';
import type { Database, State } from '../world/database';
import type { Machine } from '../world/machine';
import type { Offers } from './waiting-store';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly race: Race;
  readonly offers: Offers;
  readonly rules: Rules;
}

/** The model's change of a sale behind the port `Sales`. */
export const saleStore = ({ database, machine, race: { eventId }, offers, rules }: Needs): Sales => {
  const seenIn = ({ tables: { event, blocks } }: State) => [
    {
      eventId,
      before: event.sale,
      dealt: blocks
        .filter(({ owner, isClosed, dealUntil }) => owner === null && !isClosed && dealUntil > database.now)
        .map(({ id, numbers, dealUntil, holdSeconds }) => ({ id, eventId, numbers, dealUntil, holdSeconds })),
    },
  ];
  return {
    change: (_, sale) =>
      database.whileLocked(machine, () =>
        database.transact(machine, 'change sale', (state) => {
          // For good.
          if (state.tables.event.sale === 'cancelled') return { state, answer: seenIn(state) };
          const { tables, offered } = changeSale(state.tables, sale, offers.fresh, rules);
          return {
            state: { ...state, tables, outbox: [...state.outbox, ...offers.mails(offered)] },
            answer: seenIn(state),
          };
        }),
      ),
    find: () => database.ask(machine, 'find sale', seenIn),
    // Nobody in the simulator reads it.
    underWay: async () => [],
  };
};
