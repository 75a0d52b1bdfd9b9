/** What a director decided about the sale of an event. While it is `on`, the times of the race decide. */
export type EventSale = 'on' | 'paused' | 'closed';

/** Where an event is in its sale, by the database's clock. */
export type SalePhase = 'early' | 'open' | 'paused' | 'closed';
