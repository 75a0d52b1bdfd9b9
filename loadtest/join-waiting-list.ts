import { joinAccepted, waitingStatus } from '../lambdas/api/waiting-list';
import { pollSeconds, waitedQuery } from '../static/src/http/backoff';
import { read } from './answers';
import type { EventPermit } from './ask-for-spots';
import type { Ending } from './ending';
import type { Journey } from './runner';
import type { Way } from './way';

/** Takes a place on an event's waiting list, for all who came, and waits until it is there; nobody waits for an offer here. */
export const joinWaitingList = async (
  way: Way,
  { site, raceId, person, companions = [] }: Journey,
  { eventId, registrationId: placeId, permit }: EventPermit,
): Promise<Ending> => {
  const { firstName, lastName, email, birthDate } = person;
  await way.think();
  const answer = await way.ask('join', {
    method: 'POST',
    url: `${site.url}/api/races/${raceId}/waiting-list`,
    json: {
      placeId,
      eventId,
      permit,
      runner: { firstName, lastName, email, birthDate },
      ...(companions.length > 0 && { size: 1 + companions.length }),
    },
  });
  const place = read(joinAccepted, answer);
  const since = performance.now();
  for (let { pollAfter } = place; way.hasTime; ) {
    await way.pause(pollSeconds(pollAfter, way.random()));
    const waited = waitedQuery((performance.now() - since) / 1000);
    const url = `${site.url}/api/waiting-list/${place.placeId}${waited}`;
    const status = read(waitingStatus, await way.ask('place', { method: 'GET', url, bearer: place.ticket }));
    if (status.status !== 'processing') return { kind: status.status === 'not-needed' ? 'sold-out' : 'waiting' };
    pollAfter = status.pollAfter;
  }
  return { kind: 'error', detail: 'gave up waiting for a place on the waiting list' };
};
