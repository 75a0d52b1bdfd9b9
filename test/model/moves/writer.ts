import { findUnfairDecision } from '../invariants/answers';
import { record } from '../ledger/record';
import { recordGroup } from '../ledger/record-group';
import { does } from '../ledger/rules-under-test';
import { sweep } from '../ledger/sweep';
import { membersOf, type Order, type Tables } from '../ledger/tables';
import { findCard, isOrdered, type World, withOrders } from '../world';
import { charge } from './at-the-opening';
import { settledAtOnce } from './money';
import type { Surroundings } from './moves';

/**
 * Delivers any message there ever was, again and in any order, and any sweep as soon as the card is authorised. A crash
 * between commit and acknowledgement is one more delivery.
 */
export const writer = (around: Surroundings) => {
  const { world, configuration, rules, visit, object } = around;
  const shorter = world.messages.flatMap((message) =>
    message.companions ? [] : (configuration.shorts ?? []).map((short) => ({ ...message, short })),
  );
  for (const message of [...world.messages, ...shorter]) {
    const newId = () => `${message.id}'`;
    const recorded = message.companions
      ? recordGroup(world.tables, message, newId, rules)
      : record(world.tables, [message], newId, rules);
    const spots = membersOf(message).map(({ spot }) => spot);
    const what = ['delivery of', message.id, 'for', spots.join(' and '), 'of', message.block];
    object(findUnfairDecision(world.tables, message, recorded), what);
    visit(committed(around, recorded.tables, recorded.orders), what);
  }
  if (!configuration.hasSweeps) return;
  for (const { id, amount, state } of world.cards) {
    if (state === 'asked' && !does(rules, 'a sweep ends what a bank asks about')) continue;
    const { tables, orders } = sweep(world.tables, [{ ...charge, id, amount }], rules);
    visit(committed(around, tables, orders), ['sweep of', id]);
  }
};

const committed = ({ world, configuration, rules }: Surroundings, tables: Tables, orders: readonly Order[]): World => {
  const isNews =
    tables !== world.tables ||
    orders.some(({ registrationId, action, amount }) => {
      const card = findCard(world, registrationId);
      return !card || !isOrdered(card, action, amount);
    });
  return isNews ? settledAtOnce(withOrders({ ...world, tables }, orders), configuration, rules) : world;
};
