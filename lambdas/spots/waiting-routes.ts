import { pollAfter } from '../api/pace';
import { type JoinAccepted, joinRequest, type WaitingListLeft, type WaitingStatus } from '../api/waiting-list';
import type { Handlers } from '../platform/http/api';
import { bearerOf } from '../platform/http/bearer';
import { ProblemError } from '../platform/http/problem-error';
import { reply } from '../platform/http/reply';
import type { SessionCookie } from '../platform/http/session-cookie';
import { waitedOf } from '../platform/http/waited';
import type { JoinWaitingList } from './join-waiting-list';
import type { LeaveWaitingList } from './leave-waiting-list';
import type { Ticket, WaitingRecord } from './ports';
import { nextLook, type ShowWaiting } from './show-waiting';

/** In seconds: a batch is recorded a second after it was sent. */
const firstLook = 2;

export const joinRoutes = (join: JoinWaitingList, sessions: Pick<SessionCookie, 'find'>) =>
  ({
    'POST /api/races/{raceId}/waiting-list': async (request) => {
      const { raceId = '' } = request.path;
      const { placeId, eventId, runner, size = 1, permit } = request.json(joinRequest);
      const sessionHash = await sessions.find(request);
      const answer = await join({ placeId, raceId, eventId, runner, size }, { permit, sessionHash });
      if (answer.kind === 'no-permit') throw noPermit();
      const { ticket } = answer;
      const body: JoinAccepted = { placeId, raceId, eventId, ticket, status: 'processing', pollAfter: firstLook };
      return reply(202, body, { location: `/api/waiting-list/${placeId}` });
    },
  }) satisfies Handlers;

interface ShowNeeds {
  readonly show: ShowWaiting;
  /** The names a place is shown with. */
  readonly names: { find(raceId: string, eventId: string): Promise<{ race: string; event: string } | undefined> };
  readonly now: () => Date;
}

export const showWaitingRoutes = ({ show, names, now }: ShowNeeds) =>
  ({
    'GET /api/waiting-list/{placeId}': async (request) => {
      const { placeId = '' } = request.path;
      const answer = await show(placeId, bearerOf(request));
      switch (answer.kind) {
        case 'found': {
          const found = await names.find(answer.ticket.raceId, answer.ticket.eventId);
          return reply(200, statusMessage(answer.ticket, answer.record, found, now()));
        }
        case 'processing':
          return reply(200, {
            placeId,
            status: 'processing',
            pollAfter: Math.max(firstLook, pollAfter(waitedOf(request))),
          } satisfies WaitingStatus);
        case 'not-yours':
          throw notYours();
      }
    },
  }) satisfies Handlers;

export const leaveRoutes = (leave: LeaveWaitingList) =>
  ({
    'DELETE /api/waiting-list/{placeId}': async (request) => {
      const { placeId = '' } = request.path;
      if (!(await leave(placeId, bearerOf(request)))) throw notYours();
      return reply(200, { placeId, status: 'left' } satisfies WaitingListLeft);
    },
  }) satisfies Handlers;

const noPermit = () =>
  new ProblemError(
    'no-permit',
    'Ask for a spot first. If none can be had, the answer brings a permit, good for half an hour: send it with this request, from the same browser, with the id you asked under as placeId.',
  );

const notYours = () =>
  new ProblemError(
    'not-yours',
    'Open your place on the waiting list with the link you were given, or have it sent again.',
  );

const statusMessage = (
  { placeId, raceId, eventId }: Ticket,
  { state, ahead, size, runner, endsAt }: WaitingRecord,
  found: { race: string; event: string } | undefined,
  now: Date,
): WaitingStatus => {
  const about = { placeId, raceId, raceName: found?.race ?? raceId, eventId, eventName: found?.event ?? eventId };
  switch (state) {
    case 'waiting':
      return { ...about, status: state, ahead, size, pollAfter: nextLook(ahead) };
    case 'offered':
      if (!endsAt) throw new Error(`place ${placeId} is offered a spot without an end`);
      return { ...about, status: state, endsAt: endsAt.toISOString(), now: now.toISOString(), size, runner };
    default:
      return { ...about, status: state };
  }
};
