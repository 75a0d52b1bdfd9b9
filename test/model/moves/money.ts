import type { Configuration } from '../configuration';
import type { Rules } from '../ledger/rules-under-test';
import { settle } from '../ledger/settle';
import type { Order } from '../ledger/tables';
import { type Card, giveBack, type News, obey, type World, withCard, withOrders } from '../world';
import type { Surroundings } from './moves';

/** Orders reach the processor, and its answers the database: late, repeated, in any order. */
export const money = ({ world, configuration, rules, visit, object }: Surroundings) => {
  if (configuration.money === 'at-once') return;
  for (const card of world.cards) {
    if (card.orders.includes('void')) obeyed(card, obey(card, 'void', false), 'void', '');
    for (const capture of card.captures)
      for (const doesFail of configuration.doCapturesFail ? [false, true] : [false])
        obeyed(card, obey(card, { capture }, doesFail), 'capture', `of ${capture}${doesFail ? ', and fails' : ''}`);
    for (const refund of card.refunds) obeyed(card, giveBack(card, refund), 'refund', `up to ${refund.amount}`);
    for (const [news, amount] of newsOf(card)) {
      const settled = booked(world, card, news, amount, rules);
      const what = ['news:', card.id, 'is', news, amount];
      if (settled === 'contradiction') object('S4: what the processor did is what the database decided', what);
      else visit(settled, what);
    }
  }

  function obeyed(card: Card, after: Card | 'impossible', action: Order['action'], how: string) {
    const what = ['the processor is told to', action, card.id, how];
    if (after === 'impossible')
      object(`S4: money that is ${card.state} is never to be given back by a ${action}`, what);
    else visit(after === card ? world : withCard(world, card.id, () => after), what);
  }
};

const newsOf = ({ amount, taken, news, newsOfRefunds }: Card): readonly (readonly [News, number])[] => [
  ...news.map((one) => [one, one === 'captured' ? (taken ?? amount) : amount] as const),
  ...newsOfRefunds.map((sum) => ['refunded', sum] as const),
];

const booked = (world: World, { id }: Card, state: News, amount: number, rules: Rules): World | 'contradiction' => {
  const settlement = { registrationId: id, state, authorisation: 'pi', amount, currency: 'EUR' };
  const { tables, orders, contradictions } = settle(world.tables, [settlement], freshOffer(world), rules);
  if (contradictions.length > 0) return 'contradiction';
  return tables === world.tables ? world : withOrders({ ...world, tables }, orders);
};

/** Names for offers of one transaction, continuing from the existing blocks. */
export const freshOffer = ({ tables }: World) => {
  let next = tables.blocks.length;
  return () => ({ id: `b${next++}`, dealUntil: 1, closesAt: 1, holdSeconds: 600 });
};

/** For worlds that do not look at money: every order is carried out and booked at once. */
export const settledAtOnce = (world: World, { money }: Configuration, rules: Rules): World => {
  if (money === 'apart') return world;
  let after = world;
  for (const { id } of world.cards) {
    const cardNow = () => after.cards.find((one) => one.id === id);
    const take = (card: Card | 'impossible') => {
      if (card === 'impossible') return;
      after = withCard(after, id, () => card);
      for (const [news, amount] of newsOf(card)) {
        const settled = booked(after, card, news, amount, rules);
        if (settled !== 'contradiction') after = settled;
      }
    };
    for (const capture of cardNow()?.captures ?? []) {
      const card = cardNow();
      if (card) take(obey(card, { capture }, false));
    }
    const card = cardNow();
    if (card?.orders.includes('void')) take(obey(card, 'void', false));
    for (let n = 0; n < (cardNow()?.refunds.length ?? 0); n++) {
      const card = cardNow();
      const refund = card?.refunds[n];
      if (card && refund) take(giveBack(card, refund));
    }
  }
  return after;
};
