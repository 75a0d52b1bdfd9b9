import type { PaymentOrder, Settlement } from './payment';
import type { SettlementQueue } from './ports';
import type { SettlePayment } from './settle-payment';

interface Needs {
  readonly settle: SettlePayment;
  readonly settlements: SettlementQueue;
  /** Told why an order has to come again. */
  readonly report: (error: unknown, order: PaymentOrder) => void;
}

/** Answers the registrations whose order must be delivered again. */
export type SettlePayments = (orders: readonly PaymentOrder[]) => Promise<ReadonlySet<string>>;

/** All at once, because each mostly waits; what became of them leaves together. One slow card brings back no other. */
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
