import type { Settings } from '../../../contract/settings';
import { mailMessage, type Order } from '../../../domain/mail-order';
import { giveToWaiting } from '../../../ledger/postgres-waiting-offers';
import { uuid7 } from '../../../platform/uuid';
import { times } from '../../../spots/blocks/block';

type Env = Settings<'MAIL_LANES'>;

/** What a store needs to order mail in its own transaction. */
export const mailOrders = ({ MAIL_LANES: lanes }: Env) => ({
  newId: uuid7,
  mailMessage: (order: Order) => mailMessage(order, lanes),
});

/** The same for a store that also frees spots: they are offered to the waiting list at once. */
export const waitingOffers = (env: Env) => {
  const orders = mailOrders(env);
  return { ...orders, giveToWaiting: giveToWaiting({ ...orders, times }) };
};
