import { joinAccepted, waitingStatus } from '../../lambdas/api/messages/waiting-list';
import { pollSeconds, waitedQuery } from '../../static/src/http/backoff';
import { read } from '../browser/answers';
import type { EventPermit } from './ask-for-spots';
import type { Journey } from './journey';
import type { Outcome } from './outcome';
import type { UserSession } from './user-session';

/**
 * Takes a place on an event's waiting list for the whole group, and waits until the place exists. It does not wait for
 * an offer. Throws when an answer is not what the API promises.
 */
export const joinWaitingList = async (
  session: UserSession,
  { site, raceId, person, companions = [] }: Journey,
  { eventId, registrationId: placeId, permit }: EventPermit,
): Promise<Outcome> => {
  const { firstName, lastName, email, birthDate } = person;
  await session.think();
  const answer = await session.ask('join', {
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
  for (let { pollAfter } = place; session.hasTime; ) {
    await session.pause(pollSeconds(pollAfter, session.random()));
    const waited = waitedQuery((performance.now() - since) / 1000);
    const url = `${site.url}/api/waiting-list/${place.placeId}${waited}`;
    const status = read(waitingStatus, await session.ask('place', { method: 'GET', url, bearer: place.ticket }));
    if (status.status !== 'processing') return { kind: status.status === 'not-needed' ? 'sold-out' : 'waiting' };
    pollAfter = status.pollAfter;
  }
  return { kind: 'error', detail: 'gave up waiting for a place on the waiting list' };
};
