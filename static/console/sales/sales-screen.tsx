import { useState } from 'preact/hooks';
import type { SalesMessage } from '../../../lambdas/api/console/sales-messages';
import { count, money } from '../../src/page/money';
import { whenThere } from '../../src/time/time-there';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import { FilledTrack } from '../races/filled-track';
import * as t from '../texts/en';
import * as s from '../texts/sales';
import { AsTable } from './as-table';
import { type Range, Registrations } from './registrations';
import { SpotsBar, StackedBar } from './stacked-bar';

type Race = RaceScreenProps['race'];

interface PartProps {
  readonly race: Race;
  readonly sales: SalesMessage;
}

/** What a race has sold: by time, by event, in money; who waits; and which mails arrived. */
export const SalesScreen = ({ race }: RaceScreenProps) => {
  const [range, setRange] = useState<Range>('all');
  const data = useData<SalesMessage>(`${at`/races/${race.id}/sales`}?range=${range}`, 10);
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.sales}</ScreenHeading>
      <Shown data={data} what={t.things.sales}>
        {(sales) => (
          <>
            <Registrations race={race} sales={sales} range={range} onRange={setRange} />
            <Events race={race} sales={sales} />
            <Sources sources={sales.sources} />
            <Money race={race} sales={sales} />
            <Waiting race={race} sales={sales} />
            <Mails race={race} sales={sales} />
            <p class="quiet">{t.asOf(whenThere(sales.at, race.timeZone))}</p>
          </>
        )}
      </Shown>
    </>
  );
};

const nameIn = (race: Race, eventId: string) => race.events.find(({ id }) => id === eventId)?.name ?? '';

const Events = ({ race, sales }: PartProps) => (
  <section>
    <h2>{s.events.title}</h2>
    <ul class="event-sales">
      {sales.events.map((spots) => {
        const { eventId, kind, capacity, registered, held, comingBack, offered, free } = spots;
        const event = nameIn(race, eventId);
        return (
          <li key={eventId}>
            <h3 class="event-cell">
              <FilledTrack share={capacity > 0 ? registered / capacity : 0} />
              {event}
            </h3>
            {kind === 'run' && <SpotsBar of={spots} />}
            <p>
              {s.eventSentence({
                event,
                sold: count(registered),
                capacity: count(capacity),
                held,
                comingBack,
                offered,
                free,
              })}
            </p>
          </li>
        );
      })}
    </ul>
    <AsTable>
      <Table
        caption={s.events.title}
        columns={s.events.columns}
        figures={['sold', 'held', 'comingBack', 'offered', 'free', 'waiting', 'cancelled']}
        rows={sales.events.map(
          ({ eventId, registered, capacity, held, comingBack, offered, free, cancelled, waiting }) => ({
            key: eventId,
            cells: {
              event: nameIn(race, eventId),
              sold: t.soldOf(count(registered), count(capacity)),
              held: count(held),
              comingBack: count(comingBack),
              offered: count(offered),
              free: count(free),
              waiting: count(peopleOn(waiting)),
              cancelled: count(cancelled),
            },
          }),
        )}
      />
    </AsTable>
  </section>
);

const Sources = ({ sources }: Pick<SalesMessage, 'sources'>) => {
  const parts = Object.entries(s.sources.parts) as [keyof typeof sources, string][];
  const all = sources.sale + sources.list + sources.passedOn;
  if (all === 0) return null;
  return (
    <section>
      <h2>{s.sources.title}</h2>
      <StackedBar
        parts={parts.map(([kind, label], n) => ({
          kind: ['taken', 'back', 'soon'][n] ?? kind,
          label,
          value: sources[kind],
          says: count(sources[kind]),
        }))}
      />
      <p>{s.sourcesSentence(all, sources.list, sources.passedOn)}</p>
      <AsTable>
        <Table
          caption={s.sources.title}
          columns={s.sources.columns}
          figures={['number']}
          rows={parts.map(([kind, label]) => ({ key: kind, cells: { source: label, number: count(sources[kind]) } }))}
        />
      </AsTable>
    </section>
  );
};

const Money = ({ race: { currency }, sales: { money: sums } }: PartProps) => {
  const { gross, refunded, reserved } = sums;
  const say = (amount: number) => money(amount, currency);
  const parts = [
    { kind: 'taken', label: s.money.parts.kept, value: gross - refunded, says: say(gross - refunded) },
    { kind: 'back', label: s.money.parts.refunded, value: refunded, says: say(refunded) },
    { kind: 'soon', label: s.money.parts.reserved, value: reserved, says: say(reserved) },
  ];
  return (
    <section>
      <h2>{s.money.title}</h2>
      <StackedBar parts={parts} />
      <p>
        {s.moneySentence(say(gross), say(refunded), say(gross - refunded), reserved === 0 ? undefined : say(reserved))}
      </p>
      <AsTable>
        <Table
          caption={s.money.title}
          columns={s.money.columns}
          figures={['amount']}
          rows={[{ kind: 'gross', label: s.money.gross, says: say(gross) }, ...parts].map(({ kind, label, says }) => ({
            key: kind,
            cells: { what: label, amount: says },
          }))}
        />
      </AsTable>
    </section>
  );
};

const peopleOn = (waiting: SalesMessage['events'][number]['waiting']): number =>
  waiting.reduce((sum, { size, places }) => sum + size * places, 0);

const Waiting = ({ race, sales: { events } }: PartProps) => {
  const all = events.flatMap(({ eventId, waiting }) => waiting.map((group) => ({ eventId, ...group })));
  const places = all.reduce((sum, group) => sum + group.places, 0);
  const sizes = [...new Set(all.map(({ size }) => size))].sort((one, other) => one - other);
  const placesOf = (size: number) => all.reduce((sum, group) => sum + (group.size === size ? group.places : 0), 0);
  const most = Math.max(1, ...sizes.map(placesOf));
  return (
    <section>
      <h2>{s.waiting.title}</h2>
      {places === 0 ? (
        <p>{s.waiting.none}</p>
      ) : (
        <>
          <dl class="size-bars">
            {sizes.map((size) => (
              <div key={size}>
                <dt>{s.sizeWords(size)}</dt>
                <dd>
                  <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                    <rect class="part-taken" width={(placesOf(size) / most) * 100} height="6" />
                  </svg>
                  <span class="figures">{s.placesWords(placesOf(size))}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p>{s.waitingSentence(peopleOn(all), places, sizes.at(-1) ?? 1)}</p>
          <AsTable>
            <Table
              caption={s.waiting.title}
              columns={s.waiting.columns}
              figures={['places']}
              rows={all.map(({ eventId, size, places }) => ({
                key: `${eventId} ${size}`,
                cells: { event: nameIn(race, eventId), size: String(size), places: count(places) },
              }))}
            />
          </AsTable>
        </>
      )}
    </section>
  );
};

const Mails = ({ race, sales: { mails } }: PartProps) => {
  const parts = Object.entries(s.mails.parts) as [keyof typeof mails, string][];
  const all = mails.delivered + mails.sent + mails.unreached + mails.complaints;
  return (
    <section>
      <h2>{s.mails.title}</h2>
      <p>{s.mailsSentence(all, mails.unreached)}</p>
      {mails.unreached > 0 && (
        <p>
          <a href={`/console/races/${race.id}/participants?mail=unreached`}>{s.findUnreached}</a>
        </p>
      )}
      <AsTable>
        <Table
          caption={s.mails.title}
          columns={s.mails.columns}
          figures={['number']}
          rows={parts.map(([key, label]) => ({ key, cells: { what: label, number: count(mails[key]) } }))}
        />
      </AsTable>
    </section>
  );
};
