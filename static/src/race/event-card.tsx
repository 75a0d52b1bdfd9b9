import { useState } from 'preact/hooks';
import { count, distance, money } from '../page/money';
import { shortInstant } from '../time/dates';
import { AllOrNone, HowMany } from './how-many';
import { JoinLink } from './join-link';
import { type Event, priceAt } from './prices';
import { joinHref, registerHref } from './register-href';
import type { SaleState } from './sale-state';

interface EventCardProps {
  readonly event: Event;
  readonly currency: string;
  readonly timeZone: string;
  readonly sale: SaleState;
  readonly spotsLeft: number | undefined;
  readonly now: number;
  readonly raceId: string;
  readonly onRegister: (people: number) => void;
}

const Prices = ({
  event,
  currency,
  timeZone,
  sale,
  now,
}: Pick<EventCardProps, 'event' | 'currency' | 'timeZone' | 'sale' | 'now'>) => {
  const { current, next } = priceAt(event.prices, now);
  const isOver = sale === 'closed';
  return (
    <ol class="prices">
      {event.prices.map((period) => {
        const isCurrent = !isOver && period.from === (current ?? next)?.from;
        return (
          <li
            key={period.from}
            class={isCurrent ? 'price price-now' : 'price'}
            aria-current={isCurrent ? 'true' : undefined}
          >
            <span>{period.label}</span>
            <b class="figures">{money(period.amount, currency)}</b>
            {!isOver && <i>{isCurrent && current ? 'now' : `from ${shortInstant(period.from, timeZone)}`}</i>}
          </li>
        );
      })}
    </ol>
  );
};

const spotsWords = (sale: SaleState, spotsLeft: number | undefined, capacity: number): string => {
  if (sale === 'sold-out') return 'Sold out';
  if (sale === 'waiting-list') return 'All spots are taken';
  if (sale === 'closed') return 'Registration closed';
  if (sale === 'early' || sale === 'unknown') return `${count(capacity)} spots`;
  if (sale === 'held') return 'All spots are held right now';
  return spotsLeft === undefined ? `${count(capacity)} spots` : `${count(spotsLeft)} of ${count(capacity)} spots left`;
};

const gaugeValue = (sale: SaleState, spotsLeft: number | undefined, capacity: number): number => {
  if (sale === 'sold-out' || sale === 'waiting-list' || sale === 'closed') return 0;
  return sale === 'early' || sale === 'unknown' ? capacity : (spotsLeft ?? capacity);
};

/** The text shown instead of the button, so that nothing moves when the button appears or disappears. */
const instead: Partial<Record<SaleState, string>> = {
  early: 'Register at the opening',
  unknown: 'Counting the spots…',
  closed: 'Closed',
};

/** One distance: its prices, the spots left and the link to register. */
export const EventCard = ({ raceId, event, currency, timeZone, sale, spotsLeft, now, onRegister }: EventCardProps) => {
  const [people, setPeople] = useState(1);
  const isWaitedFor = sale === 'sold-out' || sale === 'waiting-list';
  return (
    <li class={`event event-${sale}`}>
      <div class="event-head">
        <h3>{event.name}</h3>
        <p class="event-distance figures">{distance(event.distance)}</p>
      </div>
      <Prices event={event} currency={currency} timeZone={timeZone} sale={sale} now={now} />
      <div class="event-foot">
        <div class="spots">
          <p>{spotsWords(sale, spotsLeft, event.capacity)}</p>
          <progress
            class="gauge"
            max={Math.max(1, event.capacity)}
            value={gaugeValue(sale, spotsLeft, event.capacity)}
            aria-label={`Spots left in ${event.name}`}
          />
          {sale === 'held' && (
            <p class="quiet">
              Spots come back when somebody does not finish. You can also{' '}
              <a href={joinHref(raceId, event.id, people)}>
                wait in line<span class="aside-for-readers"> for {event.name}</span>
              </a>
              .
            </p>
          )}
          {isWaitedFor && <p class="quiet">What comes back goes to those in line, one after the other.</p>}
        </div>
        <div class="event-way-in">
          {sale !== 'closed' && (
            <HowMany id={`people-${event.id}`} about={event.name} people={people} onChoose={setPeople} />
          )}
          <AllOrNone people={people} />
          {instead[sale] && <p class="event-soon">{instead[sale]}</p>}
          {(sale === 'open' || sale === 'held') && (
            <a class="button" href={registerHref(raceId, event.id, people)} onClick={() => onRegister(people)}>
              {sale === 'held' ? 'Try for ' : 'Register'}
              {people > 1 ? ` ${people} together` : sale === 'held' && 'a spot'}
              <span class="aside-for-readers"> for {event.name}</span>
            </a>
          )}
          {isWaitedFor && <JoinLink raceId={raceId} event={event} people={people} class="button button-quiet" />}
        </div>
      </div>
    </li>
  );
};
