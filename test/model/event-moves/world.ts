/** One spot of one of two events: `short`, where the runner is registered, and `long`, which is dearer. */
export interface SpotRow {
  readonly event: 'short' | 'long';
  readonly number: number;
  readonly block: string | null;
}

/** Who has which spot. `runner` is moved; others register beside them, or take their spot over. */
export interface SeatRow {
  readonly person: string;
  readonly event: SpotRow['event'];
  readonly number: number;
  readonly block: string;
}

export interface OfferRow {
  readonly id: number;
  readonly block: string;
  readonly from: SpotRow['event'];
  readonly state: 'open' | 'taken' | 'withdrawn';
}

/** One try to pay a difference. `decided`: what the writer wanted of it. */
export interface TryRow {
  readonly id: string;
  readonly offer: number;
  readonly decided: 'capture' | 'void' | null;
  /** How often it moved the runner. */
  readonly moved: number;
  readonly charged: number;
  /** What the race has given back of it. */
  readonly returned: number;
  /** What the runner's bank does about it. */
  readonly bank: 'nothing' | 'looks' | 'took';
}

export interface MoveWorld {
  readonly spots: readonly SpotRow[];
  /** Blocks that keep a spot and have not ended. */
  readonly open: readonly string[];
  readonly seats: readonly SeatRow[];
  readonly offers: readonly OfferRow[];
  readonly tries: readonly TryRow[];
  /** What the entry has cost, by its share; what was taken in all, and what was given back. */
  readonly share: number;
  readonly paid: number;
  readonly refunded: number;
  /** What the race has given back of the payment for the first spot, and what the runner's bank does about it. */
  readonly first: Pick<TryRow, 'returned' | 'bank'>;
  readonly done: {
    readonly moves: number;
    readonly buyers: number;
    readonly ends: number;
    readonly deliveries: number;
    readonly disputes: number;
  };
}

export interface MoveConfiguration {
  /** Spots of the dearer event. */
  readonly spots: number;
  readonly offers: number;
  readonly tries: number;
  /** How often a director moves the runner without asking for money. */
  readonly moves: number;
  /** How many others register. */
  readonly buyers: number;
  /** The runner gives the spot back, or passes it on. */
  readonly ends: number;
  /** How often messages come again. */
  readonly repeats: number;
  /** How often a bank looks at a payment. It may decide otherwise later. */
  readonly disputes: number;
}

export const prices = { short: 45, long: 60 } as const;

export const startOf = ({ spots }: MoveConfiguration): MoveWorld => ({
  spots: [
    { event: 'short', number: 1, block: 'first' },
    ...Array.from({ length: spots }, (_, n) => ({ event: 'long' as const, number: n + 1, block: null })),
  ],
  open: [],
  seats: [{ person: 'runner', event: 'short', number: 1, block: 'first' }],
  offers: [],
  tries: [],
  share: prices.short,
  paid: prices.short,
  refunded: 0,
  first: { returned: 0, bank: 'nothing' },
  done: { moves: 0, buyers: 0, ends: 0, deliveries: 0, disputes: 0 },
});
