import { isAnythingDisputed } from './dispute-sql';

/** SQL: what registration `id` has paid to move to dearer events. `o`: the offer; `d`: the payment. */
export const differencesOf = (id: string): string =>
  `move_offer o JOIN payment d ON d.registration_id = o.paid_as WHERE o.registration_id = ${id}`;

/** SQL: the state of the payment `p` of registration `r`. While a difference is on its way, so is the payment. */
export const paymentState = `
  CASE WHEN EXISTS (SELECT FROM ${differencesOf('r.id')} AND d.state = 'authorised') THEN 'authorised' ELSE p.state END`;

/** SQL: whether any money of registration `r` is in a dispute. */
export const isMoneyDisputed = isAnythingDisputed('r');
