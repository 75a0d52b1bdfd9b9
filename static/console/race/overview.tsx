import type { ComponentChildren } from 'preact';
import type { RaceDetailsMessage } from '../../../lambdas/api/console/messages';
import { count, distance, money } from '../../src/page/money';
import { calendarDay, writeInstant } from '../../src/time/dates';
import { Table } from '../page/table';
import { FilledTrack } from '../races/filled-track';
import { StatePill } from '../races/state-pill';
import * as t from '../texts/en';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

/** How a race stands: its figures, its events, its dates. */
export const Overview = ({ race, may }: RaceScreenProps) => {
  const sum = (of: 'held' | 'waiting' | 'cancelled') => race.events.reduce((total, event) => total + event[of], 0);
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.overview}</ScreenHeading>
      <dl class="figures-row">
        <Figure label={t.figures.registered} note={t.soldOf(count(race.registered), count(race.capacity))}>
          {count(race.registered)}
        </Figure>
        <Figure label={t.figures.held} note={t.heldHint}>
          {count(sum('held'))}
        </Figure>
        <Figure label={t.figures.waiting}>{count(sum('waiting'))}</Figure>
        <Figure label={t.figures.cancelled}>{count(sum('cancelled'))}</Figure>
        <Figure label={t.figures.net} note={`${t.figures.refunded}: ${money(race.refunded, race.currency)}`}>
          {money(race.gross - race.refunded, race.currency)}
        </Figure>
      </dl>
      {may.command('settleUnpaid') && race.unpaid.length > 0 && (
        <section>
          <h2>{t.unpaidTitle}</h2>
          <p>{t.unpaidLead}</p>
          <SpotsToDecide
            race={race}
            spots={race.unpaid.map((spot) => ({ ...spot, words: t.unpaidWords[spot.what] }))}
          />
        </section>
      )}
      {may.command('settleDispute') && race.givenBack.length > 0 && (
        <section>
          <h2>{t.givenBackTitle}</h2>
          <p>
            {t.givenBackLead} <a href={`/console/races/${race.id}/disputes`}>{t.givenBackDecide}</a>
          </p>
          <SpotsToDecide race={race} spots={race.givenBack.map((spot) => ({ ...spot, words: t.givenBackWords }))} />
        </section>
      )}
      <section>
        <h2>{t.eventsTitle}</h2>
        <Events race={race} />
      </section>
      <section>
        <h2>{t.datesTitle}</h2>
        <Dates race={race} />
      </section>
    </>
  );
};

const Figure = ({ label, note, children }: { label: string; note?: string; children: ComponentChildren }) => (
  <div class="figure">
    <dt>{label}</dt>
    <dd>
      <b class="figures">{children}</b>
      {note && <span class="quiet">{note}</span>}
    </dd>
  </div>
);

interface SpotToDecide {
  readonly registrationId: string;
  readonly eventId: string;
  readonly number: number;
  readonly amount: number;
  readonly words: (number: number, event: string, amount: string) => string;
}

/** Spots about whose money a director has to decide, each with a link to its runner. */
const SpotsToDecide = ({ race, spots }: { race: RaceDetailsMessage; spots: readonly SpotToDecide[] }) => (
  <ul class="plain-list">
    {spots.map(({ registrationId, eventId, number, amount, words }) => {
      const eventName = race.events.find(({ id }) => id === eventId)?.name ?? '';
      const said = words(number, eventName, money(amount, race.currency));
      return (
        <li key={said}>
          <a href={`/console/races/${race.id}/participants/${registrationId}`}>{said}</a>
        </li>
      );
    })}
  </ul>
);

export const Events = ({ race }: { race: RaceDetailsMessage }) => (
  <Table
    caption={t.eventsTitle}
    columns={t.eventColumns}
    figures={['registered', 'held', 'waiting', 'cancelled', 'price']}
    rows={race.events.map((event) => ({
      key: event.id,
      cells: {
        event: (
          <span class="event-cell">
            <FilledTrack share={event.capacity > 0 ? event.registered / event.capacity : 0} />
            <span>
              {event.name} {event.sale !== 'on' && <StatePill state={event.sale} />}
              {event.distance > 0 && <span class="quiet">{distance(event.distance)}</span>}
            </span>
          </span>
        ),
        registered: t.soldOf(count(event.registered), count(event.capacity)),
        held: count(event.held),
        waiting: count(event.waiting),
        cancelled: count(event.cancelled),
        price: priceNow(event.prices, race.currency),
      },
    }))}
  />
);

const priceNow = (prices: RaceDetailsMessage['events'][number]['prices'], currency: string) => {
  const price = prices.filter(({ from }) => Date.parse(from) <= Date.now()).at(-1) ?? prices[0];
  return price ? money(price.amount, currency) : t.none;
};

const Dates = ({ race }: { race: RaceDetailsMessage }) => {
  const instant = (at: string | undefined) =>
    at === undefined ? t.notPossible : writeInstant(at, race.timeZone).there;
  const lines: readonly (readonly [string, string])[] = [
    [t.dates.race, calendarDay(race.date)],
    [t.dates.opens, instant(race.opensAt)],
    [t.dates.closes, instant(race.closesAt)],
    [t.dates.cancelUntil, instant(race.cancelUntil)],
    [t.dates.refund, t.refundWords(race.refundPercent)],
    [t.dates.transferUntil, instant(race.transferUntil)],
    ...(race.transferFee === undefined ? [] : [[t.dates.transferFee, money(race.transferFee, race.currency)] as const]),
    [t.dates.hold, t.holdWords(Math.round(race.holdSeconds / 60))],
    [t.dates.waiver, t.versionWords(race.waiverVersion)],
    [t.dates.form, race.form === undefined ? t.none : t.revisionWords(race.form)],
  ];
  return (
    <dl class="facts">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
