import { lettersOf } from '../configuration';
import { findUnfairCut } from '../invariants/answers';
import { type CutRequest, cut } from '../ledger/cut';
import { findBlock } from '../ledger/queries';
import { does, type Rules } from '../ledger/rules-under-test';
import type { Submitted } from '../ledger/tables';
import { findCard, type World, withCard } from '../world';
import type { Surroundings } from './moves';

/** Blocks are cut, their numbers are dealt, and those with a hold pay; some answer their bank before. */
export const atTheOpening = (around: Surroundings) => {
  cuts(around);
  submissions(around);
  answers(around);
};

/** Callers that leave any block there ever was, or know none; their clock is right or ahead of the database's. */
const cuts = ({ world, configuration, rules, visit, object }: Surroundings) => {
  const { tables: before } = world;
  const forThePublic = before.blocks.filter(({ owner }) => owner === null);
  if (forThePublic.length >= configuration.cuts) return;
  const dealt = forThePublic.filter(({ id }) => !isPrivate(id));
  const sized: Rules = { ...rules, blockSize: (sellable) => (rules.blockSize(sellable) ? configuration.blockSize : 0) };
  // No clock: a block is never due by itself, and may be closed whenever reclaim runs.
  const fresh = { id: `b${before.blocks.length}`, dealUntil: 1, closesAt: 1, holdSeconds: 600 };
  const freshPrivate = { ...fresh, id: `p${before.blocks.length}` };
  const hasCut = new Set<string>();
  for (const size of new Set([1, ...configuration.people.map((who) => lettersOf(who).length)]))
    for (const left of [undefined, ...dealt.map(({ id }) => id)])
      for (const [reason, phase, now] of asked) {
        const request: CutRequest = { left, reason, size, phase, now, fresh, freshPrivate };
        const { tables, answer } = cut(before, request, sized);
        const who = size === 1 ? 'somebody leaves' : `${size} together leave`;
        const what = [who, left ?? 'no block', reason, now ? 'and it is expired' : ''];
        object(findUnfairCut(before, request, answer), what);
        // Every caller gets the same block.
        const kind = `${answer.kind} ${size}`;
        if (tables === before || hasCut.has(kind)) continue;
        hasCut.add(kind);
        visit({ ...world, tables }, what);
      }
};

/** Cut for one group alone: the cache never sees it. */
const isPrivate = (block: string): boolean => block.startsWith('p');

const asked = [
  ['spent', 'open', 0],
  ['expired', 'open', 0],
  ['spent', 'open', 2],
  ['spent', 'early', 0],
] as const;

/**
 * The next runners bring any numbers of any block that was ever cut: the cache may deal anything, any number of times.
 */
const submissions = ({ world, configuration, visit }: Surroundings) => {
  const { people, hasThieves, isDealtTwice, doBanksAsk } = configuration;
  const { tables, messages } = world;
  const all = [...messages, ...world.asked];
  const came = people.filter((_, n) => all.some(({ id }) => id === `r${n}`)).length;
  for (const n of isDealtTwice ? [came, came - 1] : [came]) {
    const [id, who] = [`r${n}`, people[n]];
    const before = all.filter((message) => message.id === id);
    if (who === undefined || before.length > 1) continue;
    const [person, ...friends] = lettersOf(who);
    for (const { id: block, owner, numbers, isClosed } of tables.blocks) {
      if (owner !== null && owner !== person && !hasThieves) continue;
      if (isPrivate(block) && friends.length === 0) continue;
      for (const spots of choices(numbers, 1 + friends.length)) {
        if (before.some((other) => other.block === block && other.spot === spots[0])) continue;
        const submitted = togetherOn(spots, { ...charge, id, person, block }, friends);
        const about = [id, 'for', spots.join(' and '), 'of', block];
        visit(submitting(world, submitted), [who, 'pay', ...about]);
        // The bank is asked while the hold is good.
        if (doBanksAsk && !isClosed) visit(asking(world, submitted), [who, 'are asked by their bank about', ...about]);
      }
    }
  }
};

/** A runner who answers their bank continues while their block lasts, even past the end of the hold, but not later. */
const answers = ({ world, rules, visit }: Surroundings) => {
  for (const submitted of world.asked) {
    const { id, block } = submitted;
    const isWaiting = findCard(world, id)?.state === 'asked';
    if (!isWaiting && does(rules, 'only what the bank still asks about goes on')) continue;
    const isInTime = findBlock(world.tables, block)?.isClosed === false;
    if (!isInTime && does(rules, 'who answers the bank too late does not go on')) continue;
    const after = withCard(world, id, (card) => ({ ...card, state: 'authorised' }));
    const asked = world.asked.filter((other) => other !== submitted);
    visit({ ...after, asked, messages: [...world.messages, submitted] }, ['the bank of', id, 'is content']);
  }
};

/** This number of them, in their order. */
const choices = (numbers: readonly number[], size: number): readonly (readonly number[])[] =>
  size === 0
    ? [[]]
    : numbers.flatMap((number, n) => choices(numbers.slice(n + 1), size - 1).map((others) => [number, ...others]));

/** One submission for all of them; each pays the same. */
export const togetherOn = (
  [spot = 0, ...others]: readonly number[],
  lead: Omit<Submitted, 'spot'>,
  friends: readonly string[],
): Submitted => ({
  ...lead,
  spot,
  amount: lead.amount * (1 + friends.length),
  ...(friends.length > 0 && {
    companions: friends.map((person, n) => ({ id: `${lead.id}+${person}`, person, spot: others[n] ?? 0 })),
  }),
});

export const charge = { authorisation: 'pi', amount: 100, currency: 'EUR' } as const;

/** The card is authorised and the message is in the queue. */
export const submitting = (world: World, submitted: Submitted): World => ({
  ...world,
  messages: [...world.messages, submitted],
  cards: world.cards.some(({ id }) => id === submitted.id)
    ? world.cards
    : [...world.cards, { ...newCard, id: submitted.id, amount: submitted.amount }],
});

/** The bank asks: nothing is in the queue, and no money is held. */
const asking = (world: World, submitted: Submitted): World => ({
  ...world,
  asked: [...world.asked, submitted],
  cards: [...world.cards, { ...newCard, id: submitted.id, amount: submitted.amount, state: 'asked' }],
});

const newCard = {
  state: 'authorised',
  given: 0,
  orders: [],
  captures: [],
  refunds: [],
  news: [],
  newsOfRefunds: [],
} as const;
