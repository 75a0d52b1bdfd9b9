import { useState } from 'preact/hooks';
import { count, distance, money } from '../page/money';
import * as first from '../texts/first';
import * as t from '../texts/page';
import { shortInstant } from '../time/dates';
import { AllOrNone, HowMany } from './how-many';
import { JoinLink } from './join-link';
import { type Event, priceAt } from './prices';
import { joinHref, registerHref } from './register-href';
import { isEnded, type SaleState } from './sale-state';

interface EventCardProps {
  readonly event: Event;
  readonly currency: string;
  readonly timeZone: string;
  readonly sale: SaleState;
  readonly spotsLeft: number | undefined;
  readonly now: number;
  readonly raceId: string;
  /** Their turn has not come. */
  readonly mustWait?: boolean;
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
  const isOver = isEnded(sale);
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
            {!isOver && (
              <i>{isCurrent && current ? first.priceNow : first.priceFrom(shortInstant(period.from, timeZone))}</i>
            )}
          </li>
        );
      })}
    </ol>
  );
};

const isStateWord = (sale: SaleState): sale is keyof typeof first.spotsStates => sale in first.spotsStates;

const spotsWords = (sale: SaleState, spotsLeft: number | undefined, capacity: number): string => {
  if (isStateWord(sale)) return first.spotsStates[sale];
  return sale !== 'open' || spotsLeft === undefined
    ? first.spots(count(capacity))
    : first.spotsLeft(count(spotsLeft), count(capacity));
};

const gaugeValue = (sale: SaleState, spotsLeft: number | undefined, capacity: number): number => {
  if (sale === 'sold-out' || sale === 'waiting-list' || isEnded(sale)) return 0;
  return sale === 'early' || sale === 'unknown' ? capacity : (spotsLeft ?? capacity);
};

/** The text shown instead of the button, so that nothing moves when the button appears or disappears. */
const insteadOf = (sale: SaleState) => (first.instead as Partial<Record<SaleState, string>>)[sale];

/** One distance: its prices, the spots left and the link to register. */
export const EventCard = ({
  raceId,
  event,
  currency,
  timeZone,
  sale,
  spotsLeft,
  now,
  mustWait,
  onRegister,
}: EventCardProps) => {
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
            aria-label={first.gauge(event.name)}
          />
          {sale === 'held' && (
            <p class="quiet">
              {first.heldHint((words) => (
                <a href={joinHref(raceId, event.id, people)}>
                  {words}
                  <span class="aside-for-readers">{t.forEvent(event.name)}</span>
                </a>
              ))}
            </p>
          )}
          {isWaitedFor && <p class="quiet">{first.waitedHint}</p>}
        </div>
        <div class="event-way-in">
          {!isEnded(sale) && (
            <HowMany id={`people-${event.id}`} about={event.name} people={people} onChoose={setPeople} />
          )}
          <AllOrNone people={people} />
          {insteadOf(sale) && <p class="event-soon">{insteadOf(sale)}</p>}
          {(sale === 'open' || sale === 'held') &&
            (mustWait ? (
              <p class="event-soon">{first.notYourTurn}</p>
            ) : (
              <a class="button" href={registerHref(raceId, event.id, people)} onClick={() => onRegister(people)}>
                {first.register(people, sale === 'held')}
                <span class="aside-for-readers">{t.forEvent(event.name)}</span>
              </a>
            ))}
          {isWaitedFor && <JoinLink raceId={raceId} event={event} people={people} class="button button-quiet" />}
        </div>
      </div>
    </li>
  );
};
