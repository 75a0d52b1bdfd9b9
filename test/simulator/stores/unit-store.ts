import { authenticationGraceSeconds } from '../../../lambdas/domain/registration';
import { endsAt, nextBlockFor, type Times, unitBlockSize } from '../../../lambdas/spots/blocks/block';
import type { Counters, Cut } from '../../../lambdas/spots/blocks/ports';
import type { DirectClaims, UnitLedger } from '../../../lambdas/units/claims/ports';
import { claimGraceSeconds } from '../../../lambdas/units/claims/postgres-unit-ledger';
import type { UnitRules } from '../../model/units/rules';
import type { Race } from '../race';
import type { Database } from '../world/database';
import { type Goods, type GoodsBlock, lineOn, moveUnits } from '../world/goods';
import type { Machine } from '../world/machine';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly counters: Pick<Counters, 'open'>;
  readonly race: Race;
  readonly newId: () => string;
  readonly times: Times;
  readonly rules: UnitRules;
}

/** With at most so many sellable units each registration claims its own. A pool here is smaller than a real one. */
const maxScarce = 2;

/** The dealing of units behind the port `UnitLedger`: the counter is made before the cut is committed. */
export const unitStore = ({ database, machine, counters, race, newId, times, rules }: Needs): UnitLedger => {
  const change = <T>(by: string, work: (goods: Goods) => { readonly goods: Goods; readonly answer: T }): Promise<T> =>
    database.transact(machine, by, (state) => {
      const { goods, answer } = work(state.goods);
      return { state: goods === state.goods ? state : { ...state, goods }, answer };
    });

  const sellableIn = ({ units }: Goods, pool: string) =>
    units.filter((unit) => unit.pool === pool && rules.isSellable(unit));

  const fresh = (id: string, pool: string, owner: string | null, numbers: readonly number[]): GoodsBlock => {
    const dealUntil = database.now + (owner === null ? times.deal : 0) * 1000;
    const grace = owner === null ? times.grace : claimGraceSeconds;
    const closesAt = dealUntil + (race.holdSeconds + grace) * 1000;
    return { id, pool, owner, numbers, dealUntil, closesAt, holdSeconds: race.holdSeconds, isClosed: false };
  };
  const withBlock = (goods: Goods, block: GoodsBlock): Goods =>
    moveUnits(
      { ...goods, blocks: [...goods.blocks, block] },
      block.numbers.map((number) => ({ pool: block.pool, number })),
      block.id,
    );
  const ending = (goods: Goods, id: string | undefined, reason: Parameters<typeof endsAt>[1]): Goods => {
    const block = goods.blocks.find((one) => one.id === id);
    // As the ledger of units does it: somebody who answers their bank late still has their claim.
    const closesAt = block && endsAt(block, reason, database.now + authenticationGraceSeconds * 1000);
    if (!block || closesAt === undefined || closesAt === block.closesAt) return goods;
    return { ...goods, blocks: goods.blocks.map((one) => (one === block ? { ...one, closesAt } : one)) };
  };

  const cut = (
    before: Goods,
    id: string,
    ...[pool, left, reason, size = 1]: Parameters<UnitLedger['cut']>
  ): { readonly goods: Goods; readonly answer: Cut } => {
    const goods = ending(before, left, reason);
    const current = goods.blocks.findLast((block) => block.pool === pool && block.owner === null);
    const sellable = sellableIn(goods, pool);
    const facts = {
      phase: 'open' as const,
      sellable: sellable.length,
      current: current && {
        id: current.id,
        isExpired: current.isClosed || database.now >= current.dealUntil,
        numbers: current.numbers.length,
      },
    };
    const next = nextBlockFor(facts, left, reason, size, unitBlockSize);
    const toCut = (block: GoodsBlock): Cut => {
      const { numbers, dealUntil, holdSeconds } = block;
      return { kind: 'block', block: { id: block.id, eventId: pool, numbers, dealUntil, holdSeconds } };
    };
    if (next === 'current' && current) return { goods, answer: toCut(current) };
    if (next !== 'cut' || sellable.length <= maxScarce) return { goods, answer: { kind: 'scarce' } };
    const numbers = sellable.slice(0, unitBlockSize(sellable.length)).map(({ number }) => number);
    const block = fresh(id, pool, null, numbers);
    return { goods: withBlock(goods, block), answer: toCut(block) };
  };

  return {
    cut: async (...asked) => {
      const id = newId();
      const planned = await database.ask(machine, 'cut units', ({ goods }) => cut(goods, id, ...asked).answer);
      if (planned.kind === 'block' && planned.block.id === id) await counters.open(id);
      return change('cut units', (goods) => cut(goods, id, ...asked));
    },

    end: (_, block, reason) =>
      change('end units', (goods) => ({ goods: ending(goods, block, reason), answer: undefined })),

    giveBack: (pool, block, numbers) =>
      change('give units back', (goods) => {
        const back = goods.units.filter(
          (unit) => unit.pool === pool && unit.block === block && numbers.includes(unit.number) && !lineOn(goods, unit),
        );
        return { goods: moveUnits(goods, back, null), answer: undefined };
      }),

    due: () => database.ask(machine, 'units due', ({ goods }) => duePools(goods, database.now)),

    reclaim: (pool) =>
      change('reclaim units', (goods) => {
        const closing = goods.blocks.filter((one) => one.pool === pool && !one.isClosed && one.closesAt < database.now);
        const back = goods.units.filter(
          (unit) =>
            unit.pool === pool &&
            closing.some(({ id }) => rules.comesBack(unit, id, lineOn(goods, unit) !== undefined)),
        );
        const closed = {
          ...goods,
          blocks: goods.blocks.map((one) => (closing.includes(one) ? { ...one, isClosed: true } : one)),
        };
        return { goods: moveUnits(closed, back, null), answer: back.length };
      }),

    claim: ({ pool, registrationId, quantity, except }) =>
      change<DirectClaims>('claim units', (goods) => {
        const own = goods.blocks
          .filter((one) => one.pool === pool && one.owner === registrationId && !one.isClosed)
          .flatMap(({ id, numbers }) =>
            numbers.flatMap((number) => {
              const unit = goods.units.find((one) => one.pool === pool && one.number === number);
              return unit?.block === id && !lineOn(goods, unit) ? [{ pool, number, block: id }] : [];
            }),
          );
        const mine = own.filter(({ number }) => !except.includes(number)).slice(0, quantity);
        const more = quantity - mine.length;
        if (more === 0) return { goods, answer: { claims: mine } };
        const sellable = sellableIn(goods, pool);
        if (sellable.length < more) {
          const theirs = [...except, ...own.map(({ number }) => number)];
          const isHeld = goods.units.some(
            (unit) =>
              unit.pool === pool && unit.block !== null && !theirs.includes(unit.number) && !lineOn(goods, unit),
          );
          const lacks = { kind: isHeld ? 'held' : 'gone', sellable: sellable.length } as const;
          return { goods, answer: { claims: mine, lacks } };
        }
        const numbers = sellable.slice(0, more).map(({ number }) => number);
        const block = fresh(newId(), pool, registrationId, numbers);
        const claims = numbers.map((number) => ({ pool, number, block: block.id }));
        return { goods: withBlock(goods, block), answer: { claims: [...mine, ...claims] } };
      }),

    drop: (claims) =>
      change('drop units', (goods) => {
        const back = goods.units.filter(
          (unit) =>
            claims.some(
              ({ pool, number, block }) => unit.pool === pool && unit.number === number && unit.block === block,
            ) && !lineOn(goods, unit),
        );
        return { goods: moveUnits(goods, back, null), answer: undefined };
      }),
  };
};

/** Pools with a block that has ended. */
export const duePools = ({ blocks }: Goods, now: number): readonly string[] => [
  ...new Set(blocks.flatMap(({ pool, isClosed, closesAt }) => (!isClosed && closesAt < now ? pool : []))),
];
