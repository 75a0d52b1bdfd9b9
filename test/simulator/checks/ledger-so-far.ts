import type { EventSale } from '../../../lambdas/domain/event-sale';
import { isCounted } from '../../model/ledger/queries';
import type { BlockRow, PaymentRow, RegistrationRow, WaitingRow } from '../../model/ledger/tables';
import type { Changes } from '../history';

/** The rows as the history tells them, rebuilt commit by commit: the checks trust only the history. */
export class LedgerSoFar {
  readonly registrations = new Map<string, RegistrationRow>();
  readonly payments = new Map<string, PaymentRow>();
  readonly spots = new Map<number, string | null>();
  readonly blocks = new Map<string, BlockRow>();
  readonly waiting = new Map<string, WaitingRow>();
  /** The event's capacity: now, and the largest so far. */
  capacity: number;
  sale: EventSale = 'on';
  mostSpots: number;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.mostSpots = capacity;
    for (let number = 1; number <= capacity; number++) this.spots.set(number, null);
  }

  apply({
    registrations,
    payments,
    spots,
    blocks,
    waiting,
    gone,
    capacity = this.capacity,
    sale = this.sale,
  }: Changes): void {
    this.capacity = capacity;
    this.sale = sale;
    this.mostSpots = Math.max(this.mostSpots, capacity);
    for (const number of gone) this.spots.delete(number);
    for (const row of registrations) this.registrations.set(row.id, row);
    for (const row of payments) this.payments.set(row.registrationId, row);
    for (const { number, block } of spots) this.spots.set(number, block);
    for (const row of blocks) this.blocks.set(row.id, row);
    for (const row of waiting) this.waiting.set(row.person, row);
  }

  get live(): RegistrationRow[] {
    return [...this.registrations.values()].filter(({ isLive }) => isLive);
  }

  /** The payment that covers a registration; of one that was passed on, its first runner's. */
  paymentOf({ id, paidAs }: Pick<RegistrationRow, 'id' | 'paidAs'>): PaymentRow | undefined {
    return this.payments.get(paidAs ?? id);
  }

  /** Everybody whose spots a payment is for. That of a fee is for none. */
  paidFor(lead: string): RegistrationRow[] {
    return [...this.registrations.values()].filter(
      ({ id, paidAs }) => (id === lead && paidAs === null) || paidAs === lead,
    );
  }

  isTaken(number: number): boolean {
    return this.live.some(({ spot }) => spot === number);
  }

  get sellable(): number {
    let sellable = 0;
    for (const block of this.spots.values()) if (block === null) sellable += 1;
    return sellable;
  }

  /** How many spots in open public blocks have no registration, and so may come back. */
  get heldByThePublic(): number {
    const taken = new Set(this.live.map(({ spot }) => spot));
    let held = 0;
    for (const { id, owner, isClosed, numbers } of this.blocks.values())
      if (owner === null && !isClosed) held += numbers.filter((n) => this.spots.get(n) === id && !taken.has(n)).length;
    return held;
  }

  /** True when somebody with a confirmed address waits for at most this number of spots. */
  isWaitedFor(sellable: number): boolean {
    for (const row of this.waiting.values()) if (isCounted(row) && row.size <= sellable) return true;
    return false;
  }
}
