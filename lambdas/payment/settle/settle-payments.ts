import type { Dispute } from '../../domain/money/dispute';
import type { HeldPayment, PaymentOrder, Settlement } from '../../domain/money/payment';
import type { Disputes, Processor, SettlementQueue } from '../ports';
import { isLimited, type Pace } from './pace';

interface Needs {
  readonly settle: SettlePayment;
  readonly settlements: SettlementQueue;
  readonly pace: Pick<Pace, 'turn' | 'slowDown'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the reason when an order must be delivered again. */
  readonly report: (error: unknown, order: PaymentOrder) => void;
  /** Called with the number of orders whose turn did not come: they are delivered again. */
  readonly putOff: (orders: number) => void;
}

/**
 * How long an order waits for its turn, in milliseconds. At the lowest rate each order of a batch gets one. What begins
 * last must end before the function's timeout.
 */
export const longestWaitMs = 10_000;

/** Returns the registration ids of the orders that must be delivered again. */
export type SettlePayments = (orders: readonly PaymentOrder[]) => Promise<ReadonlySet<string>>;

/**
 * Carries out orders concurrently, because each mostly waits, and sends their settlements in one call. One slow card
 * does not cause another order to be redelivered. The orders keep to a pace, so that they leave the processor's limit
 * to the runners who are paying: a capture may wait for days, an authorisation may not.
 */
export const settlePayments =
  ({ settle, settlements, pace, now, report, putOff }: Needs): SettlePayments =>
  async (orders) => {
    const lastTurn = now() + longestWaitMs;
    const settled: Settled[] = [];
    const again = new Set<string>();
    let late = 0;
    const settleOne = async (order: PaymentOrder) => {
      try {
        while (await pace.turn(lastTurn)) {
          const settlement = await unlessLimited(settle(order));
          if (settlement) return settled.push(settlement);
          pace.slowDown();
        }
        late += 1;
      } catch (error) {
        report(error, order);
      }
      return again.add(order.registrationId);
    };
    await Promise.all(orders.map(settleOne));
    if (late > 0) putOff(late);
    if (settled.length > 0) await settlements.send(settled);
    return again;
  };

const unlessLimited = (settling: Promise<Settled>): Promise<Settled | undefined> =>
  settling.catch((error: unknown) => {
    if (isLimited(error)) return undefined;
    throw error;
  });

/** What an order came to. A dispute: nothing can be refunded until it is decided, and the watch orders it again then. */
type Settled = Settlement | Dispute;

/** Carries out an order. Throws when the processor gave no clear answer: then the order must be delivered again. */
export type SettlePayment = (order: PaymentOrder) => Promise<Settled>;

/** Captures, voids or refunds, as the database decided. */
export const settlePayment = (processor: Processor, disputes: Pick<Disputes, 'ofPayment'>): SettlePayment => {
  const capture = async (order: PaymentOrder): Promise<Settlement> => {
    const authorisation = order.authorisation ?? (await processor.find(order.registrationId))?.authorisation;
    if (!authorisation)
      throw new Error(`The processor knows no payment of ${order.registrationId}, which is to be captured.`);
    if (order.amount === 0 && order.held) {
      // Nothing is taken, and a card must not be left held for a week.
      await voidHeld(authorisation, { ...order, amount: order.held });
      return settled(order, 'captured', authorisation);
    }

    const captured = await processor.capture(authorisation, order);
    if (captured.kind === 'unknown') throw new Error(`Whether ${authorisation} was captured is unknown.`);
    if (captured.kind === 'captured') {
      const { card } = captured;
      return { ...settled(order, 'captured', authorisation), ...(card && { card }) };
    }

    // The spot goes to somebody else now, so this money must never be captured.
    await voidHeld(authorisation, order);
    return { ...settled(order, 'failed', authorisation), reason: captured.reason };
  };

  const voided = async (order: PaymentOrder): Promise<Settlement> => {
    const held = order.authorisation === null ? await findOrOpen(order) : undefined;
    const authorisation = held?.authorisation ?? order.authorisation;
    if (!authorisation) throw new Error(`The processor gave no id for the payment of ${order.registrationId}.`);

    // What a sweep of an entry that costs nothing finds is another tab's, and is let go as well.
    await voidHeld(authorisation, { ...order, ...(held && { amount: held.amount }) });
    return {
      ...settled(order, 'voided', authorisation),
      // A sweep names the amount that its own request began with. Another page may have paid another quote.
      ...(held && { amount: held.amount }),
      ...(held?.state === 'open' && { reason: 'nothing to void' }),
    };
  };

  /**
   * The processor's search lags by a minute, and a late authorisation may still be under way. Opening the payment finds
   * even the newest one. Voiding it then leaves nothing that could be authorised afterwards.
   */
  const findOrOpen = async (order: PaymentOrder): Promise<HeldPayment> => {
    const held = (await processor.find(order.registrationId)) ?? (await processor.open(order));
    if (held) return held;
    // There is a payment for another amount, and the search does not show it yet: the order is delivered again.
    throw new Error(`The payment of ${order.registrationId} is not the one that is to be voided.`);
  };

  const voidHeld = async (authorisation: string, order: PaymentOrder) => {
    const { kind } = await processor.void(authorisation, order);
    if (kind === 'unknown') throw new Error(`Whether ${authorisation} was voided is unknown.`);
    if (kind === 'already-captured')
      throw new Error(`${authorisation} of ${order.registrationId} was captured, but must not be: refund it.`);
  };

  /** No settlement reports this failure: the runner is owed the money until an operator has dealt with it. */
  const refunded = async (order: PaymentOrder): Promise<Settled> => {
    const { registrationId, amount, before = 0, currency } = order;
    const authorisation = order.authorisation ?? (await processor.find(registrationId))?.authorisation;
    if (!authorisation)
      throw new Error(`The processor knows no payment of ${registrationId}, which is to be refunded.`);

    const refund = await processor.refund(authorisation, order);
    if (refund.kind === 'unknown') throw new Error(`Whether ${authorisation} was refunded is unknown.`);
    if (refund.kind === 'disputed') {
      const dispute = (await disputes.ofPayment(authorisation)).find(({ dispute: { refundable } }) => !refundable);
      if (dispute) return dispute;
      throw new Error(`${authorisation} is disputed, and the processor does not show the dispute yet.`);
    }
    if (refund.kind === 'failed') {
      throw new Error(
        `${amount - before} ${currency} of ${authorisation} are owed to the runner of ${registrationId}, and the processor ` +
          `does not give them back: ${refund.reason}. Refund what is missing of that at the processor by hand, then send this order again.`,
      );
    }
    const { byHand } = refund;
    return { ...settled(order, 'refunded', authorisation), ...(byHand && { byHand }) };
  };

  const actions = { capture, void: voided, refund: refunded } as const;
  return (order) => actions[order.action](order);
};

const settled = (
  { registrationId, amount, currency }: PaymentOrder,
  state: Settlement['state'],
  authorisation: string,
): Settlement => ({ registrationId, state, authorisation, amount, currency });
