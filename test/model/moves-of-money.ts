import type { Configuration } from './configuration';
import type { Law } from './law';
import type { Surroundings } from './moves';
import { settle } from './settle';
import { type Card, type News, obey, type World, withCard } from './world';

/** Orders reach the processor, and its answers the database: late, repeated, in any order. */
export const money = ({ world, configuration, law, visit, object }: Surroundings) => {
  if (configuration.money === 'at-once') return;
  for (const card of world.cards) {
    for (const action of card.orders)
      for (const doesFail of configuration.doCapturesFail && action === 'capture' ? [false, true] : [false]) {
        const after = obey(card, action, doesFail);
        const what = ['the processor is told to', action, card.id, doesFail ? 'and fails' : ''];
        if (after === 'impossible')
          object(`S4: money that is ${card.state} is never to be given back by a ${action}`, what);
        else visit(after === card ? world : withCard(world, card.id, () => after), what);
      }
    for (const news of card.news) {
      const settled = booked(world, card, news, law);
      const what = ['news:', card.id, 'is', news];
      if (settled === 'contradiction') object('S4: what the processor did is what the database decided', what);
      else visit(settled, what);
    }
  }
};

const booked = (world: World, { id }: Card, state: News, law: Law): World | 'contradiction' => {
  const settlement = { registrationId: id, state, authorisation: 'pi', amount: 100, currency: 'EUR' };
  const { tables, contradictions } = settle(world.tables, [settlement], freshOffer(world), law);
  if (contradictions.length > 0) return 'contradiction';
  return tables === world.tables ? world : { ...world, tables };
};

/** Offers made in one transaction, named on from the blocks there are. */
export const freshOffer = ({ tables }: World) => {
  let next = tables.blocks.length;
  return () => ({ id: `b${next++}`, dealUntil: 1, closesAt: 1 });
};

/** Where money is not what is looked at: every order is obeyed and booked at once. */
export const settledAtOnce = (world: World, { money }: Configuration, law: Law): World => {
  if (money === 'apart') return world;
  let after = world;
  for (const { id } of world.cards)
    for (const action of ['capture', 'void', 'refund'] as const) {
      const card = after.cards.find((one) => one.id === id);
      if (!card?.orders.includes(action)) continue;
      const obeyed = obey(card, action, false);
      if (obeyed === 'impossible') continue;
      after = withCard(after, id, () => obeyed);
      for (const news of obeyed.news) {
        const settled = booked(after, obeyed, news, law);
        if (settled !== 'contradiction') after = settled;
      }
    }
  return after;
};
