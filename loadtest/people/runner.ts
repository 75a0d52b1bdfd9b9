import { availability, type RaceMessage, race } from '../../lambdas/api/messages/races';
import { read } from '../browser/answers';
import { openPage } from '../browser/open-page';
import { steadfast } from '../scenarios/scenario';
import { uuid7 } from '../uuid7';
import { askForSpots, type EventPermit } from './ask-for-spots';
import { fillInAndPay } from './fill-in-and-pay';
import { joinWaitingList } from './join-waiting-list';
import type { Journey } from './journey';
import type { Outcome } from './outcome';
import type { UserSession } from './user-session';

/**
 * One browser's registration, in the steps of the page itself. A group gets a spot each or none. When too few spots are
 * free for all, as many people as fit go on, which is the page's first suggestion, and the others stay at home.
 */
export const register = async (session: UserSession, journey: Journey): Promise<Outcome> => {
  const { site, raceId, companions = [], habits = steadfast } = journey;
  const all = 1 + companions.length;
  let people = all;
  const told = (outcome: Outcome): Outcome => (all === 1 ? outcome : { ...outcome, people, stayedHome: all - people });
  try {
    if (habits.loadsPage) await openPage(session, site.url, `/races/${raceId}`);
    const page = read(race, await session.ask('race page', { method: 'GET', url: `${site.url}/api/races/${raceId}` }));
    const wanted = await eventsToTry(session, journey, page);
    const wishes = wanted.map((eventId, n) => ({
      eventId,
      registrationId: n === 0 ? journey.registrationId : uuid7(),
    }));
    let permits: readonly EventPermit[] = [];
    for (let free = all; free > 0; ) {
      const party = { ...journey, companions: companions.slice(0, free - 1) };
      const asked = await askForSpots(session, party, wishes);
      if (asked.kind === 'told') return told(asked.outcome);
      if (asked.kind === 'held') {
        people = free;
        return told(await fillInAndPay(session, party, page, asked.hold));
      }
      permits = asked.permits;
      free = Math.min(asked.free, free - 1);
    }
    const first = permits.find(({ eventId }) => eventId === wanted[0]);
    if (first === undefined || session.random() >= habits.joinsWaitingList) return told({ kind: 'sold-out' });
    return told(await joinWaitingList(session, journey, first));
  } catch (error) {
    return told({ kind: 'error', detail: error instanceof Error ? error.message : String(error) });
  }
};

/** The events to run that have spots, or may have some later, beginning with the one this runner prefers. */
const eventsToTry = async (
  session: UserSession,
  { site, raceId, eventId }: Journey,
  page: RaceMessage,
): Promise<readonly string[]> => {
  const answer = await session.ask('spots left', {
    method: 'GET',
    url: `${site.url}/api/races/${raceId}/availability`,
  });
  if (eventId !== undefined) return [eventId];
  const others = new Set(page.events.filter(({ kind }) => kind !== undefined).map(({ id }) => id));
  const offered = read(availability, answer).events.filter(
    (event) => !others.has(event.eventId) && ['open', 'held', 'paused'].includes(event.state),
  );
  const best = Math.floor(session.random() * offered.length);
  return [...offered.slice(best), ...offered.slice(0, best)].map((event) => event.eventId);
};
