/**
 * What a director decided about the sale of an event. While it is `on`, the times of the race decide. `cancelled`, with its
 * race, is for good.
 */
export type EventSale = 'on' | 'paused' | 'closed' | 'cancelled';

/** Where an event is in its sale, by the database's clock. */
export type SalePhase = 'early' | 'open' | 'paused' | 'closed';
