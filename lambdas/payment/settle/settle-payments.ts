import type { PaymentOrder, Settlement } from '../../domain/payment';
import type { SettlementQueue } from '../ports';
import type { SettlePayment } from './settle-payment';

interface Needs {
  readonly settle: SettlePayment;
  readonly settlements: SettlementQueue;
  /** Called with the reason when an order must be delivered again. */
  readonly report: (error: unknown, order: PaymentOrder) => void;
}

/** Returns the registration ids of the orders that must be delivered again. */
export type SettlePayments = (orders: readonly PaymentOrder[]) => Promise<ReadonlySet<string>>;

/**
 * Carries out all orders concurrently, because each mostly waits, and sends their settlements in one call. One slow
 * card does not cause another order to be redelivered.
 */
export const settlePayments =
  ({ settle, settlements, report }: Needs): SettlePayments =>
  async (orders) => {
    const settled: Settlement[] = [];
    const again = new Set<string>();
    const settleOne = async (order: PaymentOrder) => {
      try {
        settled.push(await settle(order));
      } catch (error) {
        again.add(order.registrationId);
        report(error, order);
      }
    };
    await Promise.all(orders.map(settleOne));
    if (settled.length > 0) await settlements.send(settled);
    return again;
  };
