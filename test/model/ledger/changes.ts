import type { EventSale } from '../../../lambdas/domain/event-sale';
import type { Actor } from '../../../lambdas/domain/registration';
import type { ChangeFacts, ChangePermission } from '../../../lambdas/registration/change/change-rules';
import { closeBlock, type FreshOffer, offerWhatIsSellable, trim } from './coming-back';
import { findPayment, findRegistration, replace } from './queries';
import { offTheList } from './record';
import { asDesigned, does, type Rules } from './rules-under-test';
import { endOf } from './settle';
import {
  type Order,
  orderOf,
  type PaymentRow,
  type RegistrationRow,
  type Tables,
  takenOf,
  type WaitingRow,
} from './tables';

/** Changes to an event and its registrations after the rush. */
interface Changed<Answer extends string> {
  readonly tables: Tables;
  readonly answer: Answer;
  readonly offered: readonly WaitingRow[];
}

/** The payment that covers a registration. */
export const paymentOf = (tables: Tables, { id, paidAs }: RegistrationRow) => findPayment(tables, paidAs ?? id);

export interface CancelRequest {
  readonly id: string;
  readonly by: Actor;
  /** By the race's rules and the database's clock. */
  readonly isInTime: boolean;
  /** The refund in cents, of what was paid. */
  readonly refundPercent: number;
}

/** Gives a spot back, and orders the refund. */
export const cancel = (
  tables: Tables,
  { id, by, isInTime, refundPercent }: CancelRequest,
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): Changed<ChangePermission | 'not-found'> & { readonly orders: readonly Order[] } => {
  const row = findRegistration(tables, id);
  const payment = row && paymentOf(tables, row);
  if (!row || !payment) return { tables, answer: 'not-found', orders: [], offered: [] };
  const answer = rules.mayChange(factsOf(row, payment, isInTime), 'cancelled', by);
  if (answer !== 'change') return { tables, answer, orders: [], offered: [] };

  const paid = does(rules, 'a refund is of what was taken') ? payment : { ...payment, captureAmount: null };
  const refund = rules.refundOf(shareOf(row, paid), refundPercent);
  const more = does(rules, 'each gets back their share') ? refund : rules.refundOf(takenOf(payment), refundPercent);
  const ended = endOf(tables, id, 'cancelled', rules, refund > 0 ? refund : null);
  const wanted = refund > 0 ? withRefund(payment, more, rules) : payment;
  const refunding: Tables = {
    ...ended,
    payments: replace(
      ended.payments,
      (other) => other === payment,
      () => wanted,
    ),
  };
  const trimmed = does(rules, 'cancelling trims') ? trim(refunding, rules) : refunding;
  return {
    ...offerWhatIsSellable(trimmed, freshOffer, rules),
    answer,
    orders: refund > 0 && wanted.refundOrdered === null ? [refundOrder(wanted)] : [],
  };
};

/** What this one cost: of a group's payment, their share. */
export const shareOf = (
  { share }: Pick<RegistrationRow, 'share'>,
  payment: Pick<PaymentRow, 'captureAmount' | 'amount'>,
): number => share ?? takenOf(payment);

/** Adds to the wanted refund. While one refund order is on its way, no other may leave. */
export const withRefund = (payment: PaymentRow, more: number, rules: Rules): PaymentRow => {
  const { wanted, state, refund, refundOrdered } = payment;
  const isOnItsWay = wanted === 'refund' && state === 'captured' && does(rules, 'one refund at a time');
  return {
    ...payment,
    wanted: 'refund',
    state: state === 'refunded' ? 'captured' : state,
    refund: (refund ?? 0) + more,
    refundOrdered: isOnItsWay ? (refundOrdered ?? refund) : null,
  };
};

export const refundOrder = (payment: PaymentRow): Order => ({
  ...orderOf(payment, 'refund'),
  amount: payment.refund ?? 0,
  ...(payment.refunded > 0 && { before: payment.refunded }),
});

const factsOf = (row: RegistrationRow, payment: PaymentRow, isInTime: boolean): ChangeFacts => ({
  isLive: row.isLive,
  ended: row.ended ?? undefined,
  payment: payment.state,
  amount: shareOf(row, payment),
  isInTime,
});

/** Passes a spot on to another runner: same spot, block and number under a new registration id. */
export const transfer = (
  tables: Tables,
  { id, to }: { readonly id: string; readonly to: { readonly id: string; readonly person: string } },
  rules: Rules = asDesigned,
): Changed<ChangePermission | 'not-found' | 'registered'> => {
  const row = findRegistration(tables, id);
  const payment = row && paymentOf(tables, row);
  if (!row || !payment) return { tables, answer: 'not-found', offered: [] };
  const answer = rules.mayChange(factsOf(row, payment, true), 'transferred', 'runner');
  if (answer !== 'change') return { tables, answer, offered: [] };
  if (tables.registrations.some((other) => other !== row && other.isLive && other.person === to.person))
    return { tables, answer: 'registered', offered: [] };
  const left: RegistrationRow = { ...row, isLive: false, spot: null, block: null, ended: 'transferred' };
  const taken: RegistrationRow = { ...row, ...to, via: 'transfer', paidAs: row.paidAs ?? id };
  const registrations = does(rules, 'a transfer keeps to one live row')
    ? replace(
        tables.registrations,
        (other) => other === row,
        () => left,
      )
    : tables.registrations;
  return {
    tables: offTheList({ ...tables, registrations: [...registrations, taken] }, to.person, rules),
    answer,
    offered: [],
  };
};

/** A director pauses, closes or reopens the sale. What is in a block stays promised. */
export const changeSale = (
  tables: Tables,
  sale: EventSale,
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): Omit<Changed<never>, 'answer'> => {
  const { event } = tables;
  if (sale === event.sale) return { tables, offered: [] };
  if (sale !== 'on') return { tables: { ...tables, event: { ...event, sale, currentBlock: null } }, offered: [] };
  return offerWhatIsSellable(trim({ ...tables, event: { ...event, sale } }, rules), freshOffer, rules);
};

/**
 * The race is cancelled: what nobody is registered on goes at once, whatever was promised, and a job gives the others their
 * money back.
 */
export const cancelEvent = (tables: Tables, rules: Rules = asDesigned): Tables => {
  const open = does(rules, 'a cancelled race takes back what is held')
    ? tables.blocks.filter(({ isClosed }) => !isClosed)
    : [];
  const closed = open.reduce((sofar, block) => closeBlock(sofar, block, rules), tables);
  const event = { ...closed.event, sale: 'cancelled', capacity: 0, currentBlock: null } as const;
  const waiting = replace(
    closed.waiting,
    ({ state }) => state === 'waiting',
    (row) => ({ ...row, state: 'not-needed' as const }),
  );
  return trim({ ...closed, event, waiting }, rules);
};

/** Spots that somebody is registered on: a lower capacity would take one of them away. */
export const takenSpots = ({ registrations }: Tables): number => registrations.filter(({ isLive }) => isLive).length;

/**
 * A larger capacity adds new numbers. A smaller one is a target: sellable spots go at once, the others as they come
 * back.
 */
export const changeCapacity = (
  tables: Tables,
  capacity: number,
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): Changed<'changed' | 'below-taken'> => {
  if (!rules.mayLowerTo(capacity, takenSpots(tables))) return { tables, answer: 'below-taken', offered: [] };
  if (capacity === tables.event.capacity) return { tables, answer: 'changed', offered: [] };
  const next = does(rules, 'new spots have new numbers')
    ? tables.event.nextNumber
    : 1 + Math.max(0, ...tables.spots.map(({ number }) => number));
  const missing = Math.max(0, capacity - tables.spots.length);
  const grown: Tables = {
    ...tables,
    event: { ...tables.event, capacity, nextNumber: next + missing },
    spots: [...tables.spots, ...Array.from({ length: missing }, (_, n) => ({ number: next + n, block: null }))],
  };
  return { ...offerWhatIsSellable(trim(grown, rules), freshOffer, rules), answer: 'changed' };
};
