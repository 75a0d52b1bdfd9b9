import { useState } from 'preact/hooks';
import { count, distance, money } from '../page/money';
import { shortInstant } from '../time/dates';
import type { Door } from './door';
import { AllOrNone, HowMany } from './how-many';
import { JoinLink } from './join-link';
import { type Event, priceAt } from './prices';
import { joinHref, registerHref } from './register-href';

interface EventCardProps {
  readonly event: Event;
  readonly currency: string;
  readonly timeZone: string;
  readonly door: Door;
  readonly spotsLeft: number | undefined;
  readonly now: number;
  readonly raceId: string;
  readonly onRegister: (people: number) => void;
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
  if (door === 'waiting-list') return 'All spots are taken';
  if (door === 'closed') return 'Registration closed';
  if (door === 'early' || door === 'unknown') return `${count(capacity)} spots`;
  if (door === 'held') return 'All spots are held right now';
  return spotsLeft === undefined ? `${count(capacity)} spots` : `${count(spotsLeft)} of ${count(capacity)} spots left`;
};

const gaugeValue = (door: Door, spotsLeft: number | undefined, capacity: number): number => {
  if (door === 'sold-out' || door === 'waiting-list' || door === 'closed') return 0;
  return door === 'early' || door === 'unknown' ? capacity : (spotsLeft ?? capacity);
};

/** What stands in the button's place while there is none: nothing may jump when it comes or goes. */
const instead: Partial<Record<Door, string>> = {
  early: 'Register at the opening',
  unknown: 'Counting the spots…',
  closed: 'Closed',
};

/** One distance: what it costs, what is left, and the way in. */
export const EventCard = ({ raceId, event, currency, timeZone, door, spotsLeft, now, onRegister }: EventCardProps) => {
  const [people, setPeople] = useState(1);
  const isWaitedFor = door === 'sold-out' || door === 'waiting-list';
  return (
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
          {door === 'held' && (
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
          {door !== 'closed' && (
            <HowMany id={`people-${event.id}`} about={event.name} people={people} onChoose={setPeople} />
          )}
          <AllOrNone people={people} />
          {instead[door] && <p class="event-soon">{instead[door]}</p>}
          {(door === 'open' || door === 'held') && (
            <a class="button" href={registerHref(raceId, event.id, people)} onClick={() => onRegister(people)}>
              {door === 'held' ? 'Try for ' : 'Register'}
              {people > 1 ? ` ${people} together` : door === 'held' && 'a spot'}
              <span class="aside-for-readers"> for {event.name}</span>
            </a>
          )}
          {isWaitedFor && <JoinLink raceId={raceId} event={event} people={people} class="button button-quiet" />}
        </div>
      </div>
    </li>
  );
};
