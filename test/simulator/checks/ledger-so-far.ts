import type { EventSale } from '../../../lambdas/domain/event-sale';
import { isCounted } from '../../model/ledger/queries';
import type { BlockRow, PaymentRow, RegistrationRow, WaitingRow } from '../../model/ledger/tables';
import type { Changes, RaceFacts } from '../history';
import { emptyMoving, eventOf, type MoveMade, type MoveOffer } from '../world/moves';

/** The rows as the history tells them, rebuilt commit by commit: the checks trust only the history. */
export class LedgerSoFar {
  readonly registrations = new Map<string, RegistrationRow>();
  readonly payments = new Map<string, PaymentRow>();
  readonly spots = new Map<number, string | null>();
  readonly blocks = new Map<string, BlockRow>();
  readonly waiting = new Map<string, WaitingRow>();
  /** Of the other event. */
  readonly otherSpots = new Map<number, string | null>();
  readonly otherBlocks = new Map<string, BlockRow>();
  readonly offers = new Map<string, MoveOffer>();
  readonly moves: MoveMade[] = [];
  /** The event's capacity: now, and the largest so far. */
  capacity: number;
  sale: EventSale = 'on';
  mostSpots: number;

  constructor({ capacity, other }: Pick<RaceFacts, 'capacity' | 'other'>) {
    this.capacity = capacity;
    for (const { number, block } of emptyMoving(other?.spots).other.spots) this.otherSpots.set(number, block);
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
    ...moving
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
    for (const number of moving.otherGone) this.otherSpots.delete(number);
    for (const { number, block } of moving.otherSpots) this.otherSpots.set(number, block);
    for (const row of moving.otherBlocks) this.otherBlocks.set(row.id, row);
    for (const row of moving.offers) this.offers.set(row.id, row);
    this.moves.push(...moving.moves);
  }

  /** The block of a spot of either event. */
  blockOf(spot: number): string | null | undefined {
    return (eventOf(spot) === 'first' ? this.spots : this.otherSpots).get(spot);
  }

  /** Whether somebody of a payment was moved, or it is the difference of a move. */
  hasMoved(lead: string): boolean {
    if (this.registrations.get(lead)?.via === 'move') return true;
    return this.paidFor(lead).some(({ id }) => this.moves.some(({ registrationId }) => registrationId === id));
  }

  /** Whether a block keeps a spot for somebody who is offered a move. */
  isOfMove(block: string): boolean {
    for (const offer of this.offers.values()) if (offer.block === block) return true;
    return false;
  }

  /** What somebody paid to be moved, by the ids that the payments have. */
  differencesOf(registrationIds: readonly string[]): PaymentRow[] {
    return [...this.offers.values()].flatMap(({ registrationId, paidAs }) => {
      const payment =
        paidAs !== null && registrationIds.includes(registrationId) ? this.payments.get(paidAs) : undefined;
      return payment ?? [];
    });
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
