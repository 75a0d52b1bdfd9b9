import { count, distance, money } from '../page/money';
import { shortInstant } from '../time/dates';
import type { Door } from './door';
import { type Event, priceAt } from './prices';

interface EventCardProps {
  readonly event: Event;
  readonly currency: string;
  readonly timeZone: string;
  readonly door: Door;
  readonly spotsLeft: number | undefined;
  readonly now: number;
  readonly href: string;
  readonly onRegister: () => void;
}

const Prices = ({
  event,
  currency,
  timeZone,
  door,
  now,
}: Pick<EventCardProps, 'event' | 'currency' | 'timeZone' | 'door' | 'now'>) => {
  const { current, next } = priceAt(event.prices, now);
  const isOver = door === 'closed';
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

const spotsWords = (door: Door, spotsLeft: number | undefined, capacity: number): string => {
  if (door === 'sold-out') return 'Sold out';
  if (door === 'closed') return 'Registration closed';
  if (door === 'early' || door === 'unknown') return `${count(capacity)} spots`;
  if (door === 'held') return 'All spots are held right now';
  return spotsLeft === undefined ? `${count(capacity)} spots` : `${count(spotsLeft)} of ${count(capacity)} spots left`;
};

const gaugeValue = (door: Door, spotsLeft: number | undefined, capacity: number): number => {
  if (door === 'sold-out' || door === 'closed') return 0;
  return door === 'early' || door === 'unknown' ? capacity : (spotsLeft ?? capacity);
};

/** What stands in the button's place while there is none: nothing may jump when it comes or goes. */
const instead: Partial<Record<Door, string>> = {
  early: 'Register at the opening',
  unknown: 'Counting the spots…',
  'sold-out': 'No spots left',
  closed: 'Closed',
};

/** One distance: what it costs, what is left, and the way in. */
export const EventCard = ({ event, currency, timeZone, door, spotsLeft, now, href, onRegister }: EventCardProps) => (
  <li class={`event event-${door}`}>
    <div class="event-head">
      <h3>{event.name}</h3>
      <p class="event-distance figures">{distance(event.distance)}</p>
    </div>
    <Prices event={event} currency={currency} timeZone={timeZone} door={door} now={now} />
    <div class="event-foot">
      <div class="spots">
        <p>{spotsWords(door, spotsLeft, event.capacity)}</p>
        <progress
          class="gauge"
          max={Math.max(1, event.capacity)}
          value={gaugeValue(door, spotsLeft, event.capacity)}
          aria-label={`Spots left in ${event.name}`}
        />
        {door === 'held' && <p class="quiet">Spots come back when somebody does not finish.</p>}
      </div>
      <div class="event-way-in">
        {instead[door] && <p class="event-soon">{instead[door]}</p>}
        {(door === 'open' || door === 'held') && (
          <a class="button" href={href} onClick={onRegister}>
            {door === 'open' ? 'Register' : 'Try for a spot'}
            <span class="aside-for-readers"> for {event.name}</span>
          </a>
        )}
      </div>
    </div>
  </li>
);
