import { type Block, graceAfter, type Times } from '../../../lambdas/spots/blocks/block';
import type { Counters, Cut, Ledger } from '../../../lambdas/spots/blocks/ports';
import { giveBack, reclaim } from '../../model/ledger/coming-back';
import { type CutAnswer, type CutRequest, cut, end } from '../../model/ledger/cut';
import { smallestWaiting } from '../../model/ledger/queries';
import type { Rules } from '../../model/ledger/rules-under-test';
import type { Tables } from '../../model/ledger/tables';
import type { Race } from '../race';
import type { Database, State } from '../world/database';
import type { Machine } from '../world/machine';
import { tablesOf, withTables } from '../world/moves';
import type { Offers } from './waiting-store';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly counters: Pick<Counters, 'open'>;
  readonly race: Race;
  readonly newId: () => string;
  readonly times: Times;
  readonly offers: Offers;
  readonly rules: Rules;
}

/** Names in the history for a public block, and for one that a group gets alone. */
export const commitCut = 'commit cut';
/** For a block that ends sooner than planned. */
const commitEnd = 'end block';
const commitCutFor = (size: number): string => `${commitCut} for ${size}`;

/** The model's cut and reclaim behind the port `Ledger`: the counter is made before the cut is committed. */
export const ledgerStore = ({ database, machine, counters, race, newId, times, offers, rules }: Needs): Ledger => {
  const phaseAt = (now: number) => (now < race.opensAt ? 'early' : now < race.closesAt ? 'open' : 'closed');

  const freshFor = (id: string, deal: number, grace: number) => {
    const dealUntil = Math.min(database.now + deal * 1000, race.closesAt);
    const { holdSeconds } = race;
    return { id, dealUntil, closesAt: dealUntil + (holdSeconds + grace) * 1000, holdSeconds };
  };
  const cutOf = (tables: Tables, id: string, asked: Pick<CutRequest, 'left' | 'reason' | 'size'>) => {
    const { now } = database;
    const [fresh, freshPrivate] = [freshFor(id, times.deal, times.grace), freshFor(id, 0, graceAfter.spent)];
    return cut(tables, { ...asked, phase: phaseAt(now), now, fresh, freshPrivate }, rules);
  };

  return {
    cut: (_, left, reason, size = 1) =>
      database.whileLocked(machine, async () => {
        const id = newId();
        const asked = { left, reason, size };
        const { answer: planned, isChanged } = await database.ask(machine, 'cut', ({ tables }) => {
          const after = cutOf(tables, id, asked);
          return { answer: after.answer, isChanged: after.tables !== tables };
        });
        if (!isChanged) return toCut(race.eventId, planned);
        const isCut = planned.kind === 'block' && planned.block.id === id;
        // A block for a group is dealt at once, and needs no counter.
        if (isCut) await counters.open(id);
        const by = isCut ? commitCut : planned.kind === 'private' ? commitCutFor(size) : commitEnd;
        return database.transact(machine, by, (state) => {
          const { tables, answer } = cutOf(state.tables, id, asked);
          return { state: tables === state.tables ? state : { ...state, tables }, answer: toCut(race.eventId, answer) };
        });
      }),

    end: (_, block, reason) =>
      database.whileLocked(machine, () =>
        database.transact(machine, commitEnd, (state) => {
          const tables = end(state.tables, block, reason, database.now, rules);
          return { state: tables === state.tables ? state : { ...state, tables }, answer: undefined };
        }),
      ),

    giveBack: (_, block, numbers) =>
      database.whileLocked(machine, () =>
        database.transact(machine, 'give back', (state) => {
          const { tables, offered } = giveBack(state.tables, { block, numbers }, offers.fresh, rules);
          return {
            state: { ...state, tables, outbox: [...state.outbox, ...offers.mails(offered)] },
            answer: undefined,
          };
        }),
      ),

    due: () => database.ask(machine, 'due', (state) => (isDue(state, database.now, rules) ? [race.eventId] : [])),

    reclaim: () =>
      database.whileLocked(machine, () =>
        database.transact(machine, 'reclaim', (state) => {
          const { tables, back, offered } = reclaim(state.tables, database.now, offers.fresh, rules);
          const after = { ...state, tables, outbox: [...state.outbox, ...offers.mails(offered)] };
          // Nobody waits for the other event.
          const other = reclaim(tablesOf(after, 'other'), database.now, () => undefined, rules);
          return { state: withTables(after, 'other', other.tables), answer: back + other.back };
        }),
      ),
  };
};

/** True when something can be taken back, or offered to the waiting list. */
export const isDue = ({ tables, moving }: State, now: number, rules: Rules): boolean =>
  [...tables.blocks, ...moving.other.blocks].some(({ isClosed, closesAt }) => !isClosed && closesAt < now) ||
  (smallestWaiting(tables) ?? Number.POSITIVE_INFINITY) <= tables.spots.filter(rules.isSellable).length;

const toCut = (eventId: string, answer: CutAnswer): Cut => {
  if (answer.kind === 'too-few') return answer;
  if (answer.kind !== 'block' && answer.kind !== 'private') return { kind: answer.kind };
  const { id, numbers, dealUntil, holdSeconds } = answer.block;
  const block: Block = { id, eventId, numbers, dealUntil, holdSeconds };
  return { kind: answer.kind, block };
};
