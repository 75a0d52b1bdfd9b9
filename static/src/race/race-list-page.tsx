import type { ListedRaceMessage } from '../../../lambdas/api/messages/races';
import { saleState } from '../../../lambdas/domain/event-sale';
import { Heading } from '../page/heading';
import { figures } from '../page/marks';
import { LoadFailed, Loading } from '../page/problem-screen';
import { api } from '../page/services';
import { Track } from '../page/track';
import { useLoaded } from '../page/use-loaded';
import { useNow } from '../page/use-value';
import * as first from '../texts/first';
import { calendarDay, calendarLeaf, writeInstant } from '../time/dates';
import { clockFace, inWords, secondsUntil } from '../time/duration';

const Standing = ({ race }: { race: ListedRaceMessage }) => {
  const time = useNow();
  const state = saleState(race, time);
  if (state !== 'early')
    return state === 'open' ? (
      <p class="standing standing-open">{first.racesOpen}</p>
    ) : (
      <p class="standing standing-over">{first.spotsStates[state]}</p>
    );
  const left = secondsUntil(Date.parse(race.opensAt), time);
  const { there } = writeInstant(race.opensAt, race.timeZone);
  return (
    <p class="standing">
      {left < 86_400 ? first.opensInClock(figures, clockFace(left)) : first.opensIn(inWords(left - (left % 3600)))}
      <span class="quiet">{there}</span>
    </p>
  );
};

const RaceRow = ({ race }: { race: ListedRaceMessage }) => {
  const { day, month, year } = calendarLeaf(race.date);
  return (
    <li class="race-row">
      <p class="leaf" aria-hidden="true">
        <b>{day}</b>
        <span>{month}</span>
        <i>{year}</i>
      </p>
      <div class="race-row-name">
        <h3>
          <a href={`/races/${race.id}`}>{race.name}</a>
        </h3>
        <p>
          {race.place}
          <span class="quiet"> {calendarDay(race.date)}</span>
        </p>
      </div>
      <Standing race={race} />
    </li>
  );
};

const Races = ({ races }: { races: readonly ListedRaceMessage[] }) => {
  const now = useNow();
  /** Its day is over where it is run. In Swedish, days are written as in ISO 8601. */
  const isOver = ({ date, timeZone }: ListedRaceMessage) => date < Intl.DateTimeFormat('sv', { timeZone }).format(now);
  const sorted = [...races].sort((one, other) => one.date.localeCompare(other.date));
  const upcoming = sorted.filter((race) => !isOver(race));
  const past = sorted.filter(isOver).reverse();
  return (
    <>
      <section aria-labelledby="upcoming">
        <h2 id="upcoming">{first.racesUpcoming}</h2>
        {upcoming.length > 0 ? (
          <ul class="race-rows">
            {upcoming.map((race) => (
              <RaceRow key={race.id} race={race} />
            ))}
          </ul>
        ) : (
          <p>{first.racesNone}</p>
        )}
      </section>
      {past.length > 0 && (
        <section aria-labelledby="past" class="past">
          <h2 id="past">{first.racesPast}</h2>
          <ul class="race-rows">
            {past.map((race) => (
              <RaceRow key={race.id} race={race} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
};

export const RaceListPage = () => {
  const loaded = useLoaded('races', api.races);
  return (
    <>
      <div class="hero hero-short">
        <Track />
        <div class="hero-words">
          <Heading title={first.racesTitle}>{first.racesHeading}</Heading>
          <p>{first.racesLead}</p>
        </div>
      </div>
      <div class="column">
        {loaded.kind === 'reading' && <Loading what="races" />}
        {loaded.kind === 'failed' && <LoadFailed failure={loaded.failure} again={loaded.again} what="list" />}
        {loaded.kind === 'ok' && <Races races={loaded.value.races} />}
      </div>
    </>
  );
};
