import { type ArrivalMessage, type MoveMessage, type PassMessage, takeRequest } from '../../api/messages/line';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import { maxGroupSize } from '../../domain/hold';
import { arrivalCookieName, passCookieName } from '../../domain/line';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { issuePass, PassAnswer } from './issue-pass';

/** As long as a pass. */
const cookieSeconds = 30 * 86_400;

interface Needs {
  /** Without a slash at its end. */
  readonly siteUrl: string;
  readonly passes: ReturnType<typeof issuePass>;
  readonly sessions: SessionCookie;
  readonly findRace: (raceId: string) => Promise<unknown>;
}

export const passRoutes = ({ siteUrl, passes, sessions, findRace }: Needs) => {
  /** Why there is no line to enter: as everywhere, a race that is not there is not found. */
  const noLine = async (raceId: string) =>
    (await findRace(raceId)) === undefined
      ? new ProblemError('not-found', { reason: 'race', raceId })
      : new ProblemError('line-off');

  return {
    'POST /api/races/{raceId}/line/arrival': async (request) => {
      const { raceId = '' } = request.path;
      const answer = await passes.arrival({
        raceId,
        requestId: request.requestId,
        address: request.viewer,
        stamp: request.cookies[arrivalCookieName(raceId)],
      });
      if (answer.kind === 'line-off') throw await noLine(raceId);
      const { arrived, enrolAfter } = answer;
      const body: ArrivalMessage = { arrivedAt: new Date(arrived.at).toISOString(), enrolAfter };
      return reply(200, body, {}, [secret(arrivalCookieName(raceId), arrived.stamp)]);
    },

    'POST /api/races/{raceId}/line/pass': async (request) => {
      const { raceId = '' } = request.path;
      const session = await sessions.of(request);
      const answer = await passes.pass({
        raceId,
        requestId: request.requestId,
        address: request.viewer,
        stamp: request.cookies[arrivalCookieName(raceId)],
        token: request.cookies[passCookieName(raceId)],
        sessionHash: session.hash,
      });
      if (answer.kind === 'line-off') throw await noLine(raceId);
      return passReply(raceId, answer, session.cookies);
    },

    'POST /api/races/{raceId}/line/pass/move': async (request) => {
      const { raceId = '' } = request.path;
      const answer = await passes.move({
        raceId,
        stamp: request.cookies[arrivalCookieName(raceId)],
        token: request.cookies[passCookieName(raceId)],
        sessionHash: await sessions.find(request),
      });
      if (answer.kind === 'line-off') throw await noLine(raceId);
      if (answer.kind === 'no-arrival') throw new ProblemError('join-line');
      // In the fragment, which no server and no log sees.
      const link = `${siteUrl}/races/${raceId}#line=${answer.token}`;
      const body: MoveMessage = { link, expiresAt: answer.expiresAt.toISOString() };
      return reply(200, body);
    },

    'POST /api/races/{raceId}/line/pass/take': async (request) => {
      const { raceId = '' } = request.path;
      const { token } = request.json(takeRequest);
      const session = await sessions.of(request);
      const { requestId, viewer: address } = request;
      const answer = await passes.take({ raceId, requestId, address, sessionHash: session.hash }, token);
      if (answer.kind === 'move-ended') throw new ProblemError('move-ended');
      if (answer.kind === 'line-off') throw await noLine(raceId);
      return passReply(raceId, answer, session.cookies);
    },
  } satisfies Handlers<Route>;
};

const passReply = (raceId: string, answer: Exclude<PassAnswer, { kind: 'line-off' }>, cookies: readonly string[]) => {
  if (answer.kind === 'busy') throw new ProblemError('busy', { reason: 'crowd', retryAfter: 2 });
  const { pass, hash, token, stamp } = answer;
  const body: PassMessage = {
    passId: pass.passId,
    hash,
    wave: pass.wave,
    ...(pass.key !== undefined && { key: pass.key }),
    seats: maxGroupSize,
  };
  return reply(201, body, {}, [
    ...cookies,
    ...(stamp === undefined ? [] : [secret(arrivalCookieName(raceId), stamp)]),
    secret(passCookieName(raceId), token),
  ]);
};

const secret = (name: string, value: string) =>
  `${name}=${value}; Path=/; Max-Age=${cookieSeconds}; Secure; SameSite=Lax; HttpOnly`;
