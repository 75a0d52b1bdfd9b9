/** How many spots an event has. */
export interface Capacities {
  /**
   * When the capacity is raised, the new spots are there at once. When it is lowered, sellable spots go now, and the
   * others as they come back.
   */
  change(raceId: string, eventId: string, capacity: number): Promise<CapacityChanged>;
}

export type CapacityChanged =
  /**
   * `spots`: how many rows there are now. They are more than `capacity` while held spots above it have not come back;
   * those are then deleted.
   */
  | {
      readonly kind: 'changed';
      readonly capacity: number;
      readonly spots: number;
      readonly outbox: readonly string[];
    }
  /** `taken` runners are registered, so the capacity cannot be lower. */
  | { readonly kind: 'taken'; readonly taken: number }
  /** `cancelled`: with its race, for good. */
  | { readonly kind: 'no-such-event' | 'cancelled' };

/** Spots of events in which people donate: there is always one more. */
export interface GiftSpots {
  /** Events of which less than a quarter is sellable. */
  due(): Promise<readonly string[]>;
  /** Returns how many spots it made. */
  topUp(eventId: string): Promise<number>;
}
