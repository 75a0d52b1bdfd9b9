import { findUnfairCut } from './answers';
import { type CutWish, cut } from './cut';
import type { Law } from './law';
import type { Surroundings } from './moves';
import type { Submitted } from './tables';
import type { World } from './world';

/** Blocks are cut, their numbers are dealt, and whoever holds one pays. */
export const atTheOpening = (around: Surroundings) => {
  cuts(around);
  submissions(around);
};

/** Callers who leave any block there ever was, or know none, whose clock is right or ahead of the database's. */
const cuts = ({ world, configuration, law, visit, object }: Surroundings) => {
  const { tables: before } = world;
  const dealt = before.blocks.filter(({ owner }) => owner === null);
  if (dealt.length >= configuration.cuts) return;
  const sized: Law = { ...law, blockSize: (sellable) => (law.blockSize(sellable) ? configuration.blockSize : 0) };
  // No clock: a block is never due by itself, and may be closed whenever reclaim comes by.
  const fresh = { id: `b${before.blocks.length}`, dealUntil: 1, closesAt: 1 };
  let hasCut = false;
  for (const left of [undefined, ...dealt.map(({ id }) => id)])
    for (const [reason, door, now] of asked) {
      const wish: CutWish = { left, reason, door, now, fresh };
      const { tables, answer } = cut(before, wish, sized);
      const what = ['somebody leaves', left ?? 'no block', reason, now ? 'and it is expired' : ''];
      object(findUnfairCut(before, wish, answer), what);
      // Whoever asks, the block he gets is the same.
      if (tables === before || hasCut) continue;
      hasCut = true;
      visit({ ...world, tables }, what);
    }
};

const asked = [
  ['spent', 'open', 0],
  ['expired', 'open', 0],
  ['spent', 'open', 2],
  ['spent', 'early', 0],
] as const;

/** The next runner brings any number of any block that was ever cut: the cache deals what it likes, as often as it likes. */
const submissions = ({ world, configuration, visit }: Surroundings) => {
  const { people, hasThieves, isDealtTwice } = configuration;
  const { tables, messages } = world;
  const asked = people.filter((_, n) => messages.some(({ id }) => id === `r${n}`)).length;
  for (const n of isDealtTwice ? [asked, asked - 1] : [asked]) {
    const [id, person] = [`r${n}`, people[n]];
    const before = messages.filter((message) => message.id === id);
    if (person === undefined || before.length > 1) continue;
    for (const { id: block, owner, numbers } of tables.blocks) {
      if (owner !== null && owner !== person && !hasThieves) continue;
      for (const spot of numbers)
        if (!before.some((other) => other.block === block && other.spot === spot))
          visit(submitting(world, { ...charge, id, person, block, spot }), [
            person,
            'pays',
            id,
            'for',
            spot,
            'of',
            block,
          ]);
    }
  }
};

export const charge = { authorisation: 'pi', amount: 100, currency: 'EUR' } as const;

/** The card is authorised and the message is in the queue. */
export const submitting = (world: World, submitted: Submitted): World => ({
  ...world,
  messages: [...world.messages, submitted],
  cards: world.cards.some(({ id }) => id === submitted.id)
    ? world.cards
    : [...world.cards, { id: submitted.id, state: 'authorised', orders: [], news: [] }],
});
