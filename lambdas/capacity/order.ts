import type { Need } from './need';

/** What must be set: the whole of it, so that the next order needs no memory of the last. */
export interface CapacityOrder {
  readonly at: Date;
  /** An opening is so near that all of it must be ready. */
  readonly due: boolean;
  readonly need: Need;
}
