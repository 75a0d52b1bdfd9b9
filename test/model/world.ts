import type { Settlement } from '../../lambdas/payment/payment';
import { emptyTables, type Order, type Submitted, type Tables } from './tables';

/** The ledger and what is around it: queues that never forget a message, and the processor. */
export interface World {
  readonly tables: Tables;
  /** Every submission ever put into the queue. None ever leaves it: each may be delivered at any time, any number of times. */
  readonly messages: readonly Submitted[];
  readonly cards: readonly Card[];
  /** What was done as often as the configuration allows. */
  readonly done: Done;
}

/** A payment at the processor's, under its registration id. */
export interface Card {
  readonly id: string;
  readonly state: 'authorised' | 'captured' | 'voided' | 'refunded';
  /** What was ever ordered: an order, too, may be delivered again at any time. */
  readonly orders: readonly Order['action'][];
  /** What the processor ever answered or announced. */
  readonly news: readonly News[];
}

export type News = Settlement['state'];

export interface Done {
  readonly capacityChanges: number;
  readonly cancellations: number;
  readonly transfers: number;
  /** One for each time a person asked for a place on the list. */
  readonly joins: readonly string[];
}

export const emptyWorld = (spots: number): World => ({
  tables: emptyTables(spots),
  messages: [],
  cards: [],
  done: { capacityChanges: 0, cancellations: 0, transfers: 0, joins: [] },
});

export const findCard = ({ cards }: World, id: string) => cards.find((card) => card.id === id);

export const withCard = (world: World, id: string, change: (card: Card) => Card): World => ({
  ...world,
  cards: world.cards.map((card) => (card.id === id ? change(card) : card)),
});

const order = ['capture', 'void', 'refund'] as const;

/** Orders that left with a commit. */
export const withOrders = (world: World, orders: readonly Order[]): World =>
  orders.reduce(
    (sofar, { registrationId, action }) =>
      withCard(sofar, registrationId, (card) =>
        card.orders.includes(action)
          ? card
          : { ...card, orders: order.filter((one) => one === action || card.orders.includes(one)) },
      ),
    world,
  );

/**
 * What the processor makes of an order, as settle-payment.ts asks it to: a capture that fails is voided, repeats change
 * nothing. `impossible` is where settle-payment.ts throws, and would throw at every redelivery.
 */
export const obey = (card: Card, action: Order['action'], doesFail: boolean): Card | 'impossible' => {
  const { state } = card;
  const took = state === 'captured' || state === 'refunded';
  if (action === 'refund') return took ? heard({ ...card, state: 'refunded' }, 'refunded') : 'impossible';
  if (action === 'void') return took ? 'impossible' : heard({ ...card, state: 'voided' }, 'voided');
  if (took) return heard(card, 'captured');
  if (state === 'voided' || doesFail) return heard({ ...card, state: 'voided' }, 'failed');
  return heard({ ...card, state: 'captured' }, 'captured');
};

const news = ['captured', 'voided', 'failed', 'refunded'] as const;

const heard = (card: Card, one: News): Card =>
  card.news.includes(one)
    ? card
    : { ...card, news: news.filter((other) => other === one || card.news.includes(other)) };
