import { quoteOf } from '../../domain/quote';
import type { Races } from '../../races/ports';
import { priceAt } from '../../races/race';
import type { Offers } from './ports';

/** What an event costs at a moment, read from the published race. `find` throws when the event has no price. */
export const pricedOffers = (races: Pick<Races, 'find'>): Offers => ({
  async find(raceId, eventId, now) {
    const race = await races.find(raceId);
    if (!race) return 'no-such-race';
    const event = race.events.find(({ id }) => id === eventId);
    if (!event) return 'no-such-event';
    // Before its first price period an event has the price of that period: it cannot be held yet anyway.
    const price = priceAt(event, now) ?? event.prices[0];
    if (!price) throw new Error(`event ${eventId} has no price`);
    return {
      raceId,
      eventId,
      opensAt: race.opensAt,
      closesAt: race.closesAt,
      quote: quoteOf(race.currency, [{ label: `${event.name}, ${price.label}`, amount: price.amount }]),
      waiver: race.waiver,
      capacity: event.capacity,
      sale: race.sale,
    };
  },
});
