import { availability, race } from '../lambdas/api/races';
import type { RunnerMessage } from '../lambdas/api/registrations';
import { read } from './answers';
import { askForSpots, type EventPermit } from './ask-for-spots';
import type { Ending } from './ending';
import { finish } from './finish';
import { joinWaitingList } from './join-waiting-list';
import { openPage } from './page-files';
import { type Habits, steadfast } from './scenarios/scenario';
import { uuid7 } from './uuid7';
import type { Way } from './way';

export interface Site {
  readonly url: string;
  readonly processor: { readonly url: string; readonly publishableKey: string };
}

export interface Journey {
  readonly site: Site;
  readonly raceId: string;
  /** Has his heart set on this event. Default: one of those that are open, and another when it is sold out. */
  readonly eventId?: string;
  readonly registrationId: string;
  readonly person: RunnerMessage;
  /** Who registers with him, by his payment. */
  readonly companions?: readonly RunnerMessage[];
  readonly card: string;
  readonly habits?: Habits;
}

/**
 * One browser's way through the pages, as the page itself goes it. Several get a spot each or none; where too few are
 * free for all, as many as fit go on, which is what the page offers first, and the others stay at home.
 */
export const register = async (way: Way, journey: Journey): Promise<Ending> => {
  const { site, raceId, companions = [], habits = steadfast } = journey;
  const all = 1 + companions.length;
  let people = all;
  const told = (ending: Ending): Ending => (all === 1 ? ending : { ...ending, people, stayedHome: all - people });
  try {
    if (habits.loadsPage) await openPage(way, site.url, `/races/${raceId}`);
    const page = read(race, await way.ask('race page', { method: 'GET', url: `${site.url}/api/races/${raceId}` }));
    const wanted = await eventsToTry(way, journey);
    const wishes = wanted.map((eventId, n) => ({
      eventId,
      registrationId: n === 0 ? journey.registrationId : uuid7(),
    }));
    let permits: readonly EventPermit[] = [];
    for (let free = all; free > 0; ) {
      const party = { ...journey, companions: companions.slice(0, free - 1) };
      const asked = await askForSpots(way, party, wishes);
      if (asked.kind === 'told') return told(asked.ending);
      if (asked.kind === 'held') {
        people = free;
        return told(await finish(way, party, page, asked.hold));
      }
      permits = asked.permits;
      free = Math.min(asked.free, free - 1);
    }
    const first = permits.find(({ eventId }) => eventId === wanted[0]);
    if (first === undefined || way.random() >= habits.joinsWaitingList) return told({ kind: 'sold-out' });
    return told(await joinWaitingList(way, journey, first));
  } catch (error) {
    return told({ kind: 'error', detail: error instanceof Error ? error.message : String(error) });
  }
};

/** What the page offers a button for, from the one this runner likes best on. */
const eventsToTry = async (way: Way, { site, raceId, eventId }: Journey): Promise<readonly string[]> => {
  const answer = await way.ask('spots left', { method: 'GET', url: `${site.url}/api/races/${raceId}/availability` });
  if (eventId !== undefined) return [eventId];
  const offered = read(availability, answer).events.filter(({ state }) => state === 'open' || state === 'held');
  const best = Math.floor(way.random() * offered.length);
  return [...offered.slice(best), ...offered.slice(0, best)].map((event) => event.eventId);
};
