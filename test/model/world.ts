import type { Settlement } from '../../lambdas/domain/money/payment';
import { emptyTables, type Order, type Submitted, type Tables } from './ledger/tables';

/** The ledger and its surroundings: queues that never forget a message, and the processor. */
export interface World {
  readonly tables: Tables;
  /** Every submission ever queued. None is removed: each may be delivered at any time, any number of times. */
  readonly messages: readonly Submitted[];
  /** What was submitted while the bank asked: it becomes a message when the bank is content. */
  readonly asked: readonly Submitted[];
  readonly cards: readonly Card[];
  /** What was done as often as the configuration allows. */
  readonly done: Done;
}

/** A payment at the processor, under its registration id. */
export interface Card {
  readonly id: string;
  readonly amount: number;
  /** `asked`: the bank waits for its customer, and no money is held. */
  readonly state: 'asked' | 'authorised' | 'captured' | 'voided' | 'refunded';
  /** Cents that were taken. Absent until then. */
  readonly taken?: number;
  /** Cents refunded so far. */
  readonly given: number;
  /** Every order there ever was: an order may be delivered again at any time. */
  readonly orders: readonly Exclude<Order['action'], 'refund'>[];
  /** How much its orders to capture take, in cents; most have one. */
  readonly captures: readonly number[];
  readonly refunds: readonly Refund[];
  /** Everything the processor ever answered or announced. */
  readonly news: readonly Exclude<News, 'refunded'>[];
  /** The totals that it ever reported as refunded. */
  readonly newsOfRefunds: readonly number[];
}

/** An order to refund: from one total to another. */
export type Refund = Pick<Order, 'amount' | 'before'>;

export type News = Settlement['state'];

export interface Done {
  readonly capacityChanges: number;
  readonly saleChanges: number;
  readonly cancellations: number;
  readonly transfers: number;
  /** One for each time a person asked for a place on the list. */
  readonly joins: readonly string[];
}

export const emptyWorld = (spots: number): World => ({
  tables: emptyTables(spots),
  messages: [],
  asked: [],
  cards: [],
  done: { capacityChanges: 0, saleChanges: 0, cancellations: 0, transfers: 0, joins: [] },
});

export const findCard = ({ cards }: World, id: string) => cards.find((card) => card.id === id);

export const withCard = (world: World, id: string, change: (card: Card) => Card): World => ({
  ...world,
  cards: world.cards.map((card) => (card.id === id ? change(card) : card)),
});

const order = ['capture', 'void'] as const;

/** Orders that left with a commit. */
export const withOrders = (world: World, orders: readonly Order[]): World =>
  orders.reduce(
    (sofar, { registrationId, action, amount, before }) =>
      withCard(sofar, registrationId, (card) => {
        if (action === 'refund')
          return isOrdered(card, action, amount) ? card : { ...card, refunds: [...card.refunds, { amount, before }] };
        if (isOrdered(card, action, amount)) return card;
        const orders = order.filter((one) => one === action || card.orders.includes(one));
        return action === 'capture'
          ? { ...card, orders, captures: [...card.captures, amount].sort((a, b) => a - b) }
          : { ...card, orders };
      }),
    world,
  );

export const isOrdered = ({ orders, captures, refunds }: Card, action: Order['action'], amount: number): boolean => {
  if (action === 'refund') return refunds.some((refund) => refund.amount === amount);
  return action === 'capture' ? captures.includes(amount) : orders.includes(action);
};

/**
 * The processor's reaction to an order, as settle-payments.ts asks it: a failed capture is voided, and a repeat changes
 * nothing. `impossible`: where settle-payments.ts throws, and would throw at every redelivery.
 */
export const obey = (card: Card, action: 'void' | { readonly capture: number }, doesFail: boolean) => {
  if (action === 'void') return isTaken(card) ? 'impossible' : reported({ ...card, state: 'voided' }, 'voided');
  return obeyCapture(card, action.capture, doesFail);
};

const obeyCapture = (card: Card, amount: number, doesFail: boolean): Card | 'impossible' => {
  const { state } = card;
  // To take nothing is to let go; the processor announces that.
  if (amount === 0 && !isTaken(card))
    return reported(reported({ ...card, state: 'voided', taken: 0 }, 'captured'), 'voided');
  if (isTaken(card)) return card.taken === amount ? reported(card, 'captured') : 'impossible';
  if (state === 'voided' || doesFail) return reported({ ...card, state: 'voided' }, 'failed');
  return reported({ ...card, state: 'captured', taken: amount }, 'captured');
};

/** Like settling.ts: refunds only when the refunded total is the one before the order, or the one after it. */
export const giveBack = (card: Card, { amount, before = 0 }: Refund): Card | 'impossible' => {
  if (!isTaken(card) || amount > (card.taken ?? 0) || (card.given < amount && card.given !== before))
    return 'impossible';
  if (card.given >= amount && card.newsOfRefunds.includes(amount)) return card;
  return {
    ...card,
    state: 'refunded',
    given: Math.max(card.given, amount),
    newsOfRefunds: [...card.newsOfRefunds, amount].sort((a, b) => a - b),
  };
};

const isTaken = ({ state }: Card): boolean => state === 'captured' || state === 'refunded';

const news = ['captured', 'voided', 'failed'] as const;

const reported = (card: Card, one: (typeof news)[number]): Card =>
  card.news.includes(one)
    ? card
    : { ...card, news: news.filter((other) => other === one || card.news.includes(other)) };
