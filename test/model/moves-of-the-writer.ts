import { findUnfairDecision } from './answers';
import type { Surroundings } from './moves';
import { charge } from './moves-at-the-opening';
import { settledAtOnce } from './moves-of-money';
import { record } from './record';
import { sweep } from './sweep';
import type { Order, Tables } from './tables';
import { findCard, type World, withOrders } from './world';

/**
 * Any message there ever was, again and in any order, and any sweep as soon as the card is authorised. A crash after the
 * commit and before the acknowledgement is a delivery again.
 */
export const writer = (around: Surroundings) => {
  const { world, configuration, law, visit, object } = around;
  for (const message of world.messages) {
    const recorded = record(world.tables, [message], () => `${message.id}'`, law);
    const what = ['delivery of', message.id, 'for', message.spot, 'of', message.block];
    object(findUnfairDecision(world.tables, message, recorded), what);
    visit(committed(around, recorded.tables, recorded.orders), what);
  }
  if (!configuration.hasSweeps) return;
  for (const { id } of world.cards) {
    const { tables, orders } = sweep(world.tables, [{ ...charge, id }], law);
    visit(committed(around, tables, orders), ['sweep of', id]);
  }
};

const committed = ({ world, configuration, law }: Surroundings, tables: Tables, orders: readonly Order[]): World => {
  const isNews =
    tables !== world.tables ||
    orders.some(({ registrationId, action }) => !findCard(world, registrationId)?.orders.includes(action));
  return isNews ? settledAtOnce(withOrders({ ...world, tables }, orders), configuration, law) : world;
};
