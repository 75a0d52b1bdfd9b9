import type { Step } from '../small-worlds';
import { doesUnit, type UnitRules } from './rules';
import {
  type Claimed,
  type LineRow,
  lineOn,
  type Quoted,
  type UnitBlock,
  type UnitConfiguration,
  type UnitRow,
  type UnitWorld,
  withUnit,
} from './world';

export type UnitMove = Step<UnitWorld>;

/** Everything that can happen next, at whatever time and in whatever order. */
export function* unitMoves(world: UnitWorld, of: UnitConfiguration, rules: UnitRules): Generator<UnitMove> {
  yield* dealing(world, of, rules);
  for (const [runner, wants] of Object.entries(of.runners)) yield* deciding(world, of, runner, wants);
  for (const message of world.messages)
    yield { what: `the writer gets the message of ${message.runner}`, ...record(world, [message], rules) };
  if (world.messages.length > 1)
    yield { what: 'the writer gets all messages at once', ...record(world, world.messages, rules) };
  yield* comingBack(world, of, rules);
}

function* dealing(world: UnitWorld, of: UnitConfiguration, rules: UnitRules): Generator<UnitMove> {
  const { units, blocks } = world;
  const canCut = blocks.length < of.cuts;
  const free = units.filter((unit) => unit.pool === 'a' && rules.isSellable(unit));
  if (canCut && free.length > 0) yield { what: 'a block is cut', to: cut(world, free.slice(0, of.blockSize), null) };

  for (const [runner, wants] of Object.entries(of.runners)) {
    const more = wants - (world.claims[runner]?.length ?? 0);
    if (more <= 0 || world.messages.some((message) => message.runner === runner)) continue;
    for (const block of blocks) {
      const next = block.owner === null ? block.numbers[block.dealt] : undefined;
      if (!block.isClosed && next !== undefined)
        yield {
          what: `${runner} is dealt ${next} of ${block.id}`,
          to: claim(counted(world, block), runner, block, next, true),
        };
      if (of.doesCacheLie)
        for (const number of block.numbers)
          yield {
            what: `${runner} is dealt ${number} of ${block.id}, by a lie`,
            to: claim(world, runner, block, number, false),
          };
    }
    const got = doesUnit(rules, 'a direct claim is for all of it') ? free.slice(0, more) : free.slice(0, 1);
    if (canCut && got.length > 0 && (got.length === more || !doesUnit(rules, 'a direct claim is for all of it'))) {
      const after = cut(world, got, runner);
      const block = after.blocks.at(-1);
      yield {
        what: `${runner} claims ${got.length} directly`,
        to: block ? got.reduce((sofar, { number }) => claim(sofar, runner, block, number, true), after) : after,
        objection: got.length < more ? 'a direct claim is for all that is wanted, or for nothing' : undefined,
      };
    }
  }
}

/** A runner is quoted what they have claimed, pays one of their quotes, or changes their mind. */
function* deciding(world: UnitWorld, of: UnitConfiguration, runner: string, wants: number): Generator<UnitMove> {
  const claims = world.claims[runner] ?? [];
  const mine = world.quotes.filter((quote) => quote.runner === runner);
  const hasPaid = world.messages.some((message) => message.runner === runner);
  if (!hasPaid && claims.length === wants && !mine.some((quote) => isAlike(quote.claims, claims)))
    yield { what: `${runner} is quoted`, to: { ...world, quotes: [...world.quotes, { runner, claims }] } };
  if (!hasPaid)
    for (const quote of mine)
      yield { what: `${runner} pays ${wordsOf(quote)}`, to: { ...world, messages: [...world.messages, quote] } };
  if (world.done.dropped < (of.drops ?? 0) && claims.length > 0)
    yield { what: `${runner} gives back what they claimed`, to: drop(world, runner, claims) };
}

function* comingBack(world: UnitWorld, of: UnitConfiguration, rules: UnitRules): Generator<UnitMove> {
  for (const block of world.blocks)
    if (!block.isClosed) yield { what: `${block.id} ends`, to: close(world, block, rules) };
  const { cancelled, exchanged } = world.done;
  for (const runner of Object.keys(of.runners)) {
    const given = world.lines.filter((line) => line.runner === runner && line.state === 'given');
    if (given.length > 0 && cancelled < (of.cancellations ?? 0))
      yield { what: `${runner} cancels`, to: cancel(world, given, rules) };
    const [old] = given.filter(({ pool }) => pool === 'a');
    const [other] = world.units.filter((unit) => unit.pool === 'b' && rules.isSellable(unit));
    if (old && other && exchanged < (of.exchanges ?? 0))
      yield { what: `${runner} exchanges ${old.unit} for another`, to: exchange(world, old, other, rules) };
  }
}

const cut = (world: UnitWorld, picked: readonly UnitRow[], owner: string | null): UnitWorld => {
  const id = `block ${world.blocks.length + 1}`;
  const block: UnitBlock = {
    id,
    pool: 'a',
    owner,
    numbers: picked.map(({ number }) => number),
    dealt: 0,
    isClosed: false,
  };
  return picked.reduce<UnitWorld>((sofar, unit) => withUnit(sofar, unit, id), {
    ...world,
    blocks: [...world.blocks, block],
  });
};

const counted = (world: UnitWorld, counts: UnitBlock): UnitWorld => ({
  ...world,
  blocks: world.blocks.map((block) => (block === counts ? { ...block, dealt: block.dealt + 1 } : block)),
});

const claim = (
  world: UnitWorld,
  runner: string,
  { id, pool }: UnitBlock,
  number: number,
  isSound: boolean,
): UnitWorld => {
  const mine = world.claims[runner] ?? [];
  if (mine.some((one) => one.number === number && one.block === id)) return world;
  return { ...world, claims: { ...world.claims, [runner]: [...mine, { pool, number, block: id, isSound }] } };
};

const drop = (world: UnitWorld, runner: string, claims: readonly Claimed[]): UnitWorld =>
  claims.reduce<UnitWorld>(
    (sofar, { pool, number, block }) => {
      const unit = sofar.units.find((one) => one.pool === pool && one.number === number);
      return unit?.block === block && !lineOn(sofar, unit) ? withUnit(sofar, unit, null) : sofar;
    },
    {
      ...world,
      claims: { ...world.claims, [runner]: [] },
      done: { ...world.done, dropped: world.done.dropped + 1 },
    },
  );

const close = (world: UnitWorld, closed: UnitBlock, rules: UnitRules): UnitWorld => ({
  ...world,
  blocks: world.blocks.map((block) => (block === closed ? { ...block, isClosed: true } : block)),
  units: world.units.map((unit) =>
    closed.pool === unit.pool &&
    closed.numbers.includes(unit.number) &&
    rules.comesBack(unit, closed.id, lineOn(world, unit) !== undefined)
      ? { ...unit, block: null }
      : unit,
  ),
});

/** First everything that is still claimed, then what is late, then what is short: as the writer's statements. */
const record = (
  world: UnitWorld,
  messages: readonly Quoted[],
  rules: UnitRules,
): Pick<UnitMove, 'to' | 'objection'> => {
  let after = world;
  const missing: { readonly runner: string; readonly claim: Claimed }[] = [];
  const open = messages.filter(({ runner }) => !world.lines.some((line) => line.runner === runner));
  const isDone = new Set<string>();
  for (const { runner, claims } of open.filter((one) => !isDone.has(one.runner) && isDone.add(one.runner)))
    for (const claim of claims) {
      const unit = after.units.find((one) => one.pool === claim.pool && one.number === claim.number);
      const block = after.blocks.find(({ id }) => id === claim.block);
      if (unit?.block && rules.isStillClaimed(unit, block, claim, runner) && !lineOn(after, unit))
        after = give(after, runner, unit, unit.block);
      else missing.push({ runner, claim });
    }
  let objection: string | undefined;
  for (const { runner, claim } of missing) {
    const unit = doesUnit(rules, 'the writer looks for another unit')
      ? after.units.find((one) => one.pool === claim.pool && rules.mayBeLate(one) && !lineOn(after, one))
      : undefined;
    if (unit) {
      const late = `late ${after.lines.length}`;
      after = give(withUnit(after, unit, late), runner, { ...unit, block: late }, late);
    } else {
      after = {
        ...after,
        lines: [...after.lines, { runner, pool: claim.pool, unit: null, block: null, state: 'short' }],
      };
      if (after.units.some((one) => one.pool === claim.pool && one.block === null))
        objection ??= 'somebody goes without while a unit is sellable';
      if (isGood(world, runner, claim)) objection ??= 'somebody goes without what is promised to them';
    }
  }
  return { to: after, objection };
};

/** Promised to this registration and nobody else, and not given back: its block is open. */
const isGood = (world: UnitWorld, runner: string, claim: Claimed): boolean => {
  const block = world.blocks.find(({ id }) => id === claim.block);
  const held = world.claims[runner]?.some((one) => one.block === claim.block && one.number === claim.number);
  const others = [
    ...world.quotes,
    ...Object.entries(world.claims).map(([other, claims]) => ({ runner: other, claims })),
  ];
  const isAlone = !others.some(
    (one) =>
      one.runner !== runner && one.claims.some(({ block, number }) => block === claim.block && number === claim.number),
  );
  return claim.isSound && held === true && block?.isClosed === false && (block.owner === runner || isAlone);
};

const give = (world: UnitWorld, runner: string, { pool, number }: UnitRow, block: string): UnitWorld => ({
  ...world,
  lines: [...world.lines, { runner, pool, unit: number, block, state: 'given' }],
});

const cancel = (world: UnitWorld, given: readonly LineRow[], rules: UnitRules): UnitWorld => {
  const after: UnitWorld = {
    ...world,
    lines: world.lines.map((line) =>
      given.includes(line) ? { ...line, unit: null, block: null, state: 'returned' } : line,
    ),
    done: { ...world.done, cancelled: world.done.cancelled + 1 },
  };
  if (!doesUnit(rules, 'a cancelled line lets go of its unit')) return after;
  return given.reduce((sofar, { pool, unit }) => withUnit(sofar, { pool, number: unit ?? 0 }, null), after);
};

const exchange = (world: UnitWorld, old: LineRow, other: UnitRow, rules: UnitRules): UnitWorld => {
  const block = `exchange ${world.done.exchanged}`;
  const taken = withUnit(world, other, block);
  const after: UnitWorld = {
    ...taken,
    lines: taken.lines.map((line) => (line === old ? { ...line, pool: other.pool, unit: other.number, block } : line)),
    done: { ...world.done, exchanged: world.done.exchanged + 1 },
  };
  if (!doesUnit(rules, 'an exchanged unit is sellable')) return after;
  return withUnit(after, { pool: old.pool, number: old.unit ?? 0 }, null);
};

const isAlike = (some: readonly Claimed[], others: readonly Claimed[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

const wordsOf = ({ claims }: Quoted): string => claims.map(({ number, block }) => `${number} of ${block}`).join(', ');
