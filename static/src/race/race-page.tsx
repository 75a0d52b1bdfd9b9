import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { type Stopped, saleOfRace, saleState } from '../../../lambdas/domain/event-sale';
import { requestOnArrival } from '../flow/pending-request';
import { Heading } from '../page/heading';
import { besidesPage, linePage } from '../page/lazy-page';
import { bold } from '../page/marks';
import { LoadFailed, Loading } from '../page/problem-screen';
import { Track } from '../page/track';
import { useLoaded } from '../page/use-loaded';
import { useNow } from '../page/use-value';
import * as first from '../texts/first';
import { calendarDay, writeInstant, zoneName } from '../time/dates';
import { Countdown, useOpening } from './countdown';
import { EventCard } from './event-card';
import { isOpen, keepOpened } from './opened';
import { readRace } from './read-race';
import { saleStateAt } from './sale-state';
import { useAvailability } from './use-availability';

const AccessBox = besidesPage((pages) => pages.accessBox);
const Besides = besidesPage((pages) => pages.besides);
const RaceFiles = besidesPage((pages) => pages.files);
const DayLinks = besidesPage((pages) => pages.dayLinks);
const LineBox = linePage((pages) => pages.LineBox);

/** `stopped`: what a director has done to all that is run, whatever the times of the race say. */
const Opening = ({ race, stopped }: { race: RaceMessage; stopped: Stopped | undefined }) => {
  const time = useNow();
  const { opensAt, closesAt } = race;
  const state = saleState({ opensAt, closesAt, sale: stopped }, time);
  const isEarly = state === 'early';
  // What is paused does not open.
  useOpening(stopped ? undefined : opensAt);
  // After the countdown "Open" stands in the same space, so that nothing moves under the finger at the opening.
  const [cameEarly] = useState(isEarly);
  const isOver = time >= Date.parse(closesAt);
  const { there, here } = writeInstant(isEarly ? opensAt : closesAt, race.timeZone);
  if (stopped && !isEarly && (stopped === 'cancelled' || !isOver))
    return (
      <div class="opening">
        <p class="opening-words">{first.spotsStates[stopped]}</p>
      </div>
    );
  return (
    <div class="opening">
      {isEarly && <Countdown until={opensAt} />}
      {cameEarly && state === 'open' && (
        <p class="countdown-part" aria-hidden="true">
          <b>{first.openingOpen}</b>
        </p>
      )}
      <p class="opening-words">
        {first.openingWords(bold, isEarly ? 'early' : isOver ? 'over' : 'open', there)}
        {here && <span>{first.whereYouAre(here)}</span>}
      </p>
    </div>
  );
};

/** Race days begin up to this long before midnight in UTC. */
const eveningMs = 43_200_000;

const Race = ({ read }: { read: RaceMessage }) => {
  const { query } = useLocation();
  const [race, setRace] = useState(read);
  const { seen, stale } = useAvailability(race.id, race.opensAt);
  useEffect(() => {
    // The CDN may still have the one before, so it is asked for at each look.
    if (seen && seen.revision !== race.revision)
      void readRace(race.id).then((answer) => answer.kind === 'ok' && setRace(answer.value));
  }, [seen]);
  const [opened, setOpened] = useState(() => {
    const kept = race.codes && keepOpened(race.id).read();
    return kept && isOpen(kept) ? kept : undefined;
  });
  /** The events in which their turn has come, where there is a line, and what the title of the document says of it. */
  const [{ called, title }, setStage] = useState<{ called: readonly string[] | 'all'; title?: string | undefined }>({
    called: [],
  });
  const [hasCode, setHasCode] = useState(query.code !== undefined);
  const time = useNow();
  const day = Date.parse(race.date);
  const isOver = time >= Date.parse(race.closesAt);
  const runs = race.events.filter(({ kind }) => !kind);
  const lastOf = (id: string) => seen?.events.find(({ eventId }) => eventId === id);
  return (
    <>
      <div class="hero">
        <Track />
        <div class="hero-words">
          <p class="hero-when">
            {calendarDay(race.date)}, {race.place}
          </p>
          <Heading title={title}>{race.name}</Heading>
          <Opening race={race} stopped={saleOfRace(runs.map(({ id }) => lastOf(id)?.sale))} />
        </div>
      </div>
      <div class="column">
        {race.notice && <p class="note">{race.notice}</p>}
        <p class="lead">{race.description}</p>
        {(race.media || race.draw) && <RaceFiles race={race} line={seen?.line} />}
        {time >= day - eveningMs && <DayLinks raceId={race.id} day={day} time={time} />}
        {seen?.line && <LineBox race={race} seen={seen} onStage={(called, title) => setStage({ called, title })} />}
        <section aria-labelledby="distances">
          <h2 id="distances">{first.distances}</h2>
          <ul class="events">
            {[...runs, ...(opened?.events ?? [])].map((event) => {
              const last = lastOf(event.id);
              return (
                <EventCard
                  key={event.id}
                  raceId={race.id}
                  event={event}
                  currency={race.currency}
                  timeZone={race.timeZone}
                  sale={saleStateAt(last ?? (stale || seen ? undefined : 'unknown'), race, time)}
                  spotsLeft={last?.spotsLeft}
                  mustWait={
                    seen?.line !== undefined && called !== 'all' && runs.includes(event) && !called.includes(event.id)
                  }
                  now={time}
                  onRegister={(people) => requestOnArrival(race.id, event.id, people)}
                />
              );
            })}
          </ul>
          <p class="quiet freshness">
            {first.freshness(stale ? 'stale' : isOver ? 'over' : 'fresh', zoneName(race.timeZone))}
          </p>
        </section>
        {(race.form || race.media || race.events[runs.length]) && <Besides race={race} seen={seen?.events} />}
        {race.codes &&
          (hasCode ? (
            <AccessBox raceId={race.id} given={query.code} onOpened={setOpened} />
          ) : (
            <button type="button" class="plain" onClick={() => setHasCode(true)}>
              {first.haveCode}
            </button>
          ))}
      </div>
    </>
  );
};

export const RacePage = () => {
  const { params } = useRoute();
  const raceId = params.raceId ?? '';
  const loaded = useLoaded(raceId, () => readRace(raceId));
  if (loaded.kind === 'reading') return <Loading what="race" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="race" />;
  return <Race key={raceId} read={loaded.value} />;
};
