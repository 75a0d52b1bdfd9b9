import type { RaceOverviewMessage } from '../../../lambdas/api/console/messages';
import { Heading } from '../../src/page/heading';
import { count } from '../../src/page/money';
import { calendarDay, shortInstant } from '../../src/time/dates';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Shown } from '../page/words';
import * as t from '../texts/en';
import { FilledTrack } from './filled-track';
import { StatePill } from './state-pill';

/** The races that somebody has a role in. */
export const RacesPage = () => {
  const data = useData<{ readonly races: readonly RaceOverviewMessage[] }>(at`/races`, 30);
  return (
    <div class="column">
      <Heading>{t.racesTitle}</Heading>
      <Shown data={data} what={t.things.races}>
        {({ races }) =>
          races.length === 0 ? (
            <section class="empty">
              <h2>{t.racesNone}</h2>
              <p>{t.racesNoneWords}</p>
            </section>
          ) : (
            <ul class="race-cards">
              {races.map((race) => (
                <RaceCard key={race.id} race={race} />
              ))}
            </ul>
          )
        }
      </Shown>
    </div>
  );
};

const RaceCard = ({ race }: { race: RaceOverviewMessage }) => {
  const { capacity, registered } = race;
  const share = capacity > 0 ? registered / capacity : 0;
  return (
    <li class="race-card">
      <div class="race-card-head">
        <h2>
          <a href={`/console/races/${race.id}`}>{race.name}</a>
        </h2>
        <StatePill state={race.state} />
      </div>
      <p class="quiet">
        {calendarDay(race.date)}, {race.place}
      </p>
      <div class="race-card-sold">
        <FilledTrack share={share} />
        <p>
          <b class="figures">{t.shareSold(Math.round(share * 100))}</b>
          <span class="quiet">{t.soldOf(count(registered), count(capacity))}</span>
          <span class="quiet">{whenNext(race)}</span>
        </p>
      </div>
    </li>
  );
};

/** The next instant that matters, in the time zone of the race. */
const whenNext = ({ state, opensAt, closesAt, timeZone }: RaceOverviewMessage): string | undefined => {
  if (state === 'announced') return t.opensWhen(shortInstant(opensAt, timeZone));
  return state === 'open' ? t.closesWhen(shortInstant(closesAt, timeZone)) : undefined;
};
