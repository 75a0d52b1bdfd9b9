import { useState } from 'preact/hooks';
import type { AvailabilityMessage, RaceMessage } from '../../../lambdas/api/messages/races';
import sheet from '../../style/giving.css';
import { requestOnArrival } from '../flow/pending-request';
import { count, money } from '../page/money';
import { useNow } from '../page/use-value';
import { HowMany } from '../race/how-many';
import { type Event, priceAt } from '../race/prices';
import { registerHref } from '../race/register-href';
import { isEnded, type SaleState, saleStateAt } from '../race/sale-state';
import * as words from '../texts/giving';
import * as t from '../texts/page';

interface ShortEventsProps {
  readonly race: RaceMessage;
  readonly seen: AvailabilityMessage['events'] | undefined;
}

const stateWords = ({ kind, capacity }: Event, sale: SaleState, left: number | undefined): string => {
  if (kind === 'gift') {
    if (isEnded(sale) || sale === 'early' || sale === 'paused') return words.giftStates[sale];
    return sale === 'open' || sale === 'unknown' ? words.giftWords : words.giftBusy;
  }
  return sale === 'open' ? words.ticketsLeft(count(left ?? capacity), count(capacity)) : words.ticketStates[sale];
};

interface CardProps {
  readonly race: RaceMessage;
  readonly event: Event;
  readonly sale: SaleState;
  readonly left: number | undefined;
  readonly now: number;
}

const Card = ({ race, event, sale, left, now }: CardProps) => {
  const [people, setPeople] = useState(1);
  const isGift = event.kind === 'gift';
  const { current, next } = priceAt(event.prices, now);
  const price = (current ?? next)?.amount ?? 0;
  const isOpen = sale === 'open' || sale === 'held';
  return (
    <li class={`event event-${sale}`}>
      <div class="event-head">
        <h3>{event.name}</h3>
        {!isGift && <p class="event-distance figures">{words.priceOf(money(price, race.currency))}</p>}
      </div>
      <div class="event-foot">
        <div class="spots">
          <p>{stateWords(event, sale, left)}</p>
        </div>
        <div class="event-way-in">
          {!isGift && isOpen && (
            <HowMany
              id={`people-${event.id}`}
              label={words.howManyTickets}
              about={event.name}
              people={people}
              onChoose={setPeople}
            />
          )}
          {isOpen && (
            <a
              class="button"
              href={registerHref(race.id, event.id, people)}
              onClick={() => requestOnArrival(race.id, event.id, people)}
            >
              {words.action[event.kind ?? 'gift']}
              <span class="aside-for-readers">{t.forEvent(event.name)}</span>
            </a>
          )}
        </div>
      </div>
    </li>
  );
};

/** What people pay for in a race besides running. */
export const ShortEvents = ({ race, seen }: ShortEventsProps) => {
  const time = useNow();
  return (
    <section class="besides" aria-labelledby="besides">
      <link rel="stylesheet" href={sheet} />
      <h2 id="besides">{words.besides}</h2>
      <ul class="events">
        {race.events
          .filter(({ kind }) => kind)
          .map((event) => {
            const last = seen?.find(({ eventId }) => eventId === event.id);
            return (
              <Card
                key={event.id}
                {...{ race, event }}
                sale={saleStateAt(last ?? 'unknown', race, time)}
                left={last?.spotsLeft}
                now={time}
              />
            );
          })}
      </ul>
    </section>
  );
};
