import {
  confirmAsked,
  type JoinAccepted,
  joinRequest,
  type PlaceConfirmed,
  type WaitingListLeft,
  type WaitingStatus,
} from '../../api/messages/waiting-list';
import { pollAfter } from '../../api/pace';
import { ProblemError } from '../../api/problem-error';
import { read } from '../../api/read';
import type { Route } from '../../contract/routes';
import type { Ticket } from '../../domain/waiting';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { bearerOf, waitedOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { WaitingRecord } from './ports';
import {
  type ConfirmPlace,
  type JoinWaitingList,
  type LeaveWaitingList,
  nextPollSeconds,
  type ShowWaiting,
} from './waiting-list';

/** A batch is recorded about a second after it was sent. */
const firstPollSeconds = 2;

export const joinRoutes = (join: JoinWaitingList, sessions: Pick<SessionCookie, 'find'>) =>
  ({
    'POST /api/races/{raceId}/waiting-list': async (request) => {
      const { raceId = '' } = request.path;
      const { placeId, eventId, runner, size = 1, permit } = request.json(joinRequest);
      const sessionHash = await sessions.find(request);
      const answer = await join({ placeId, raceId, eventId, runner, size }, { permit, sessionHash });
      if (answer.kind === 'no-permit') throw noPermit();
      const { ticket } = answer;
      const body: JoinAccepted = {
        placeId,
        raceId,
        eventId,
        ticket,
        status: 'processing',
        pollAfter: firstPollSeconds,
      };
      return reply(202, body, { location: `/api/waiting-list/${placeId}` });
    },
  }) satisfies Handlers<Route>;

interface ShowNeeds {
  readonly show: ShowWaiting;
  /** The names of race and event that a place is shown with. */
  readonly names: { find(raceId: string, eventId: string): Promise<{ race: string; event: string } | undefined> };
  readonly now: () => Date;
}

interface About {
  readonly placeId: string;
  readonly raceId: string;
  readonly raceName: string;
  readonly eventId: string;
  readonly eventName: string;
}

export const showWaitingRoutes = ({ show, names, now }: ShowNeeds) => {
  const about = async ({ placeId, raceId, eventId }: Ticket): Promise<About> => {
    const found = await names.find(raceId, eventId);
    return { placeId, raceId, raceName: found?.race ?? raceId, eventId, eventName: found?.event ?? eventId };
  };
  return {
    'GET /api/waiting-list/{placeId}': async (request) => {
      const { placeId = '' } = request.path;
      const answer = await show(placeId, bearerOf(request));
      switch (answer.kind) {
        case 'found':
          return reply(200, statusMessage(answer.ticket, answer.record, await about(answer.ticket), now()));
        case 'processing':
          return reply(200, {
            placeId,
            status: 'processing',
            pollAfter: Math.max(firstPollSeconds, pollAfter(waitedOf(request))),
          } satisfies WaitingStatus);
        case 'on-the-list':
          return reply(200, { ...(await about(answer.ticket)), status: 'on-the-list' } satisfies WaitingStatus);
        case 'nothing':
          throw new ProblemError('not-found', { reason: 'not-on-the-list' });
        case 'not-yours':
          throw notYours();
      }
    },
  } satisfies Handlers<Route>;
};

export const leaveRoutes = (leave: LeaveWaitingList) =>
  ({
    'DELETE /api/waiting-list/{placeId}': async (request) => {
      const { placeId = '' } = request.path;
      const answer = await leave(placeId, bearerOf(request));
      if (answer === 'not-yours') throw notYours();
      if (answer === 'closed') throw mailOnly();
      return reply(200, { placeId, status: 'left' } satisfies WaitingListLeft);
    },
  }) satisfies Handlers<Route>;

export const confirmRoutes = (confirm: ConfirmPlace) =>
  ({
    'POST /api/waiting-list/{placeId}/confirmation': async (request) => {
      const { placeId = '' } = request.path;
      const asked = read(confirmAsked, request.query);
      if ('errors' in asked) throw new ProblemError('invalid-request', { reason: 'fields', errors: asked.errors });
      const status = await confirm(placeId, bearerOf(request), asked.output.size);
      if (status === 'not-yours') throw mailOnly();
      return reply(200, { placeId, status } satisfies PlaceConfirmed);
    },
  }) satisfies Handlers<Route>;

const mailOnly = () => new ProblemError('not-yours', { reason: 'place-by-mail' });

const noPermit = () => new ProblemError('no-permit');

const notYours = () => new ProblemError('not-yours', { reason: 'place' });

const statusMessage = (
  { placeId, isMailed }: Ticket,
  { state, isConfirmed, ahead, size, runner, endsAt, isRemoved }: WaitingRecord,
  about: About,
  now: Date,
): WaitingStatus => {
  switch (state) {
    case 'waiting': {
      const confirmation = isConfirmed ? 'done' : isMailed ? 'here' : 'by-mail';
      return { ...about, status: state, ahead, size, confirmation, pollAfter: nextPollSeconds(ahead) };
    }
    case 'offered':
      if (!endsAt) throw new Error(`the offer to place ${placeId} has no end`);
      return { ...about, status: state, endsAt: endsAt.toISOString(), now: now.toISOString(), size, runner };
    case 'left':
      return { ...about, status: state, ...(isRemoved && { isRemoved: true }) };
    default:
      return { ...about, status: state };
  }
};
