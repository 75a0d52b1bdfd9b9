import type { Block, Times } from '../../lambdas/spots/block';
import type { Counters, Cut, Ledger, Reason } from '../../lambdas/spots/ports';
import { reclaim } from '../model/coming-back';
import { type CutAnswer, cut } from '../model/cut';
import type { Law } from '../model/law';
import { isAnybodyWaiting } from '../model/queries';
import type { Tables } from '../model/tables';
import type { Database, State } from './database';
import type { Machine } from './machine';
import type { Race } from './race';
import type { Offers } from './waiting-store';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly counters: Pick<Counters, 'open'>;
  readonly race: Race;
  readonly newId: () => string;
  readonly times: Times;
  readonly offers: Offers;
  readonly law: Law;
}

/** The model's cut and reclaim behind the port `Ledger`: the counter is made before the cut is committed. */
export const ledgerStore = ({ database, machine, counters, race, newId, times, offers, law }: Needs): Ledger => {
  const doorAt = (now: number) => (now < race.opensAt ? 'early' : now < race.closesAt ? 'open' : 'closed');

  const cutOf = (tables: Tables, id: string, left: string | undefined, reason: Reason) => {
    const { now } = database;
    const dealUntil = Math.min(now + times.deal * 1000, race.closesAt);
    const fresh = { id, dealUntil, closesAt: dealUntil + (times.hold + times.grace) * 1000 };
    return cut(tables, { left, reason, door: doorAt(now), now, fresh }, law);
  };

  return {
    cut: (_, left, reason) =>
      database.whileLocked(machine, async () => {
        const id = newId();
        const planned = await database.ask(machine, 'cut', ({ tables }) => cutOf(tables, id, left, reason).answer);
        if (planned.kind !== 'block' || planned.block.id !== id) return toCut(race.eventId, planned);
        await counters.open(id);
        return database.transact(machine, 'commit cut', (state) => {
          const { tables, answer } = cutOf(state.tables, id, left, reason);
          return { state: tables === state.tables ? state : { ...state, tables }, answer: toCut(race.eventId, answer) };
        });
      }),

    due: () => database.ask(machine, 'due', (state) => (isDue(state, database.now, law) ? [race.eventId] : [])),

    reclaim: () =>
      database.whileLocked(machine, () =>
        database.transact(machine, 'reclaim', (state) => {
          const { tables, back, offered } = reclaim(state.tables, database.now, offers.fresh, law);
          return { state: { ...state, tables, outbox: [...state.outbox, ...offers.mails(offered)] }, answer: back };
        }),
      ),
  };
};

/** Something can be taken back, or given to somebody who waits. */
export const isDue = ({ tables }: State, now: number, law: Law): boolean =>
  tables.blocks.some(({ isClosed, closesAt }) => !isClosed && closesAt < now) ||
  (isAnybodyWaiting(tables) && tables.spots.some(law.isSellable));

const toCut = (eventId: string, answer: CutAnswer): Cut => {
  if (answer.kind !== 'block') return { kind: answer.kind };
  const { id, numbers, dealUntil } = answer.block;
  const block: Block = { id, eventId, numbers, dealUntil };
  return { kind: 'block', block };
};
