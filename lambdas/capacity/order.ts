import type { Need } from './need';

/** What must be set: all of it, so that an order needs no memory of the one before. */
export interface CapacityOrder {
  readonly at: Date;
  /** An opening is so near that all of it must be ready. */
  readonly due: boolean;
  readonly need: Need;
}
