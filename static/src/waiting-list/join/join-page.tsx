import { useLocation, useRoute } from 'preact-iso/router';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import { requestOnArrival } from '../../flow/pending-request';
import { Heading } from '../../page/heading';
import { NextActions } from '../../page/next-actions';
import { LoadFailed, Loading, ProblemScreen } from '../../page/problem-screen';
import { useLoaded } from '../../page/use-loaded';
import { useNow } from '../../page/use-value';
import { Crumb } from '../../race/crumb';
import type { Event } from '../../race/prices';
import { readSeenRace } from '../../race/read-race';
import { joinHref, peopleIn, registerHref } from '../../race/register-href';
import { WhichDistance } from '../../race/which-distance';
import * as listTexts from '../../texts/waiting-list';
import { JoinForm } from './join-form';
import { useJoining } from './use-joining';

const Join = ({ race, event, people }: { race: RaceMessage; event: Event; people: number }) => {
  const { route } = useLocation();
  const placeHref = (placeId: string) => `/waiting-list/${placeId}`;
  const { joining, dispatch, send, startOver } = useJoining(race.id, event.id, people, {
    onPlace: (placeId) => route(placeHref(placeId)),
    onSpot: (size) => {
      requestOnArrival(race.id, event.id, size);
      route(registerHref(race.id, event.id, size));
    },
  });
  if (joining.stage.kind === 'joined') {
    return (
      <section key="joined" class="sheet notice-sheet">
        <Heading>{listTexts.joinedTitle}</Heading>
        <p>{listTexts.joined(event.name)}</p>
        <NextActions raceHref={`/races/${race.id}`}>
          <a class="button" href={placeHref(joining.draft.placeId)}>
            {listTexts.seeYourPlace}
          </a>
          <button type="button" class="button button-quiet" onClick={startOver}>
            {listTexts.joinSomebodyElse}
          </button>
        </NextActions>
      </section>
    );
  }
  return (
    <JoinForm
      key="form"
      joining={joining}
      eventName={event.name}
      onType={(field, text) => dispatch({ kind: 'typed', field, text })}
      onSize={(size) => {
        dispatch({ kind: 'sized', size });
        // So that a reload keeps the number of people.
        route(joinHref(race.id, event.id, size), true);
      }}
      onClear={() => dispatch({ kind: 'cleared' })}
      onSend={send}
    />
  );
};

/** Before the opening and after the closing a race has no waiting list. */
const NotNow = ({ race }: { race: RaceMessage }) => {
  const isOver = useNow() >= Date.parse(race.closesAt);
  return (
    <ProblemScreen title={listTexts.notNowTitle(isOver)}>
      <p>{listTexts.notNow(isOver, race.name)}</p>
      <NextActions raceHref={`/races/${race.id}`} />
    </ProblemScreen>
  );
};

/** The page to join the waiting list of an event. */
export const JoinPage = () => {
  const { params } = useRoute();
  const { query } = useLocation();
  const time = useNow();
  const raceId = params.raceId ?? '';
  const loaded = useLoaded(raceId, () => readSeenRace(raceId));
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="race" />;
  if (loaded.kind === 'reading') return <Loading what="race" />;
  const race = loaded.value;
  const event = race.events.find(({ id }) => id === query.event);
  if (!event) return <WhichDistance race={race} />;
  const isOpen = time >= Date.parse(race.opensAt) && time < Date.parse(race.closesAt);
  return (
    <div class="narrow">
      <Crumb race={race} eventName={event.name} />
      {isOpen ? (
        <Join key={event.id} race={race} event={event} people={peopleIn(query.people)} />
      ) : (
        <NotNow race={race} />
      )}
    </div>
  );
};
