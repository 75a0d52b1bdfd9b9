import type { RaceOverviewMessage, SignedInMessage } from '../../../lambdas/api/console/messages';
import { Heading } from '../../src/page/heading';
import { count } from '../../src/page/money';
import { useValue } from '../../src/page/use-value';
import { calendarDay, shortInstant } from '../../src/time/dates';
import { draftPath } from '../editing/draft-path';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Shown } from '../page/words';
import { session } from '../sign-in/session';
import * as w from '../texts/editing';
import * as t from '../texts/en';
import { FilledTrack } from './filled-track';
import { StatePill } from './state-pill';

interface Races {
  readonly races: readonly RaceOverviewMessage[];
  readonly drafts: readonly { readonly id: string; readonly name?: string; readonly step?: number }[];
}

/** The races that somebody has a role in. */
export const RacesPage = () => {
  const data = useData<Races>(at`/races`, 30);
  const now = useValue(session);
  return (
    <div class="column">
      <Heading>{t.racesTitle}</Heading>
      {now.kind === 'in' && makesRaces(now.who) && (
        <p>
          <a class="button" href="/console/new">
            {w.newRace}
          </a>
        </p>
      )}
      <Shown data={data} what={t.things.races}>
        {({ races, drafts }) => (
          <>
            <Drafts drafts={drafts} />
            {races.length === 0 && drafts.length === 0 && (
              <section class="empty">
                <h2>{t.racesNone}</h2>
                <p>{t.racesNoneWords}</p>
              </section>
            )}
            {races.length > 0 && (
              <ul class="race-cards">
                {races.map((race) => (
                  <RaceCard key={race.id} race={race} />
                ))}
              </ul>
            )}
          </>
        )}
      </Shown>
    </div>
  );
};

/** Whether somebody may make races. */
const makesRaces = ({ roles }: SignedInMessage): boolean =>
  roles.some(({ role, raceId }) => raceId === undefined && (role === 'owner' || role === 'director'));

/** Those that nobody sees yet. */
const Drafts = ({ drafts }: Pick<Races, 'drafts'>) =>
  drafts.length === 0 ? null : (
    <section aria-label={w.draftsTitle}>
      <ul class="race-cards">
        {drafts.map(({ id, name, step }) => (
          <li key={id} class="race-card">
            <div class="race-card-head">
              <h2>
                <a href={draftPath(id)}>{name ?? w.unnamed}</a>
              </h2>
              <StatePill state="draft" />
            </div>
            <p class="quiet">{w.goOn(step ?? 1)}</p>
          </li>
        ))}
      </ul>
    </section>
  );

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
  if (state === 'early') return t.opensWhen(shortInstant(opensAt, timeZone));
  return state === 'open' ? t.closesWhen(shortInstant(closesAt, timeZone)) : undefined;
};
