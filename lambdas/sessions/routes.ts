import { type SessionMessage, type TypedDraft, typedDraft } from '../api/messages/form/typed-draft';
import type { DraftKept, SessionEnded } from '../api/messages/sessions';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { reply } from '../platform/http/reply';
import type { SessionCookie } from '../platform/http/session-cookie';
import type { Draft, EndSession, KeepDraft, Session, ShowSession } from './sessions';

interface Needs {
  readonly show: ShowSession;
  readonly keepDraft: KeepDraft;
  readonly end: EndSession;
  readonly cookies: SessionCookie;
  readonly now: () => Date;
}

export const sessionRoutes = ({ show, keepDraft, end, cookies, now }: Needs) =>
  ({
    'GET /api/session': async (request) => {
      const hash = await cookies.find(request);
      const session = hash === undefined ? undefined : await show(hash);
      if (session === 'ended') return reply(200, messageOf(undefined, now()), {}, cookies.farewell);
      return reply(200, messageOf(session, now()));
    },

    'PUT /api/session/draft': async (request) => {
      const draft = request.json(typedDraft);
      const hash = await cookies.find(request);
      if (hash === undefined || (await keepDraft(hash, draft)) === 'no-session') throw noSession();
      return reply(200, { status: 'kept' } satisfies DraftKept);
    },

    'DELETE /api/session': async (request) => {
      const hash = await cookies.find(request);
      if (hash !== undefined) await end(hash);
      return reply(200, { status: 'ended' } satisfies SessionEnded, {}, cookies.farewell);
    },
  }) satisfies Handlers<Route>;

const messageOf = (session: Session | undefined, now: Date): SessionMessage => ({
  holds: (session?.holds ?? []).map(({ registrationId, raceId, eventId, companions, token, expiresAt }) => ({
    registrationId,
    raceId,
    eventId,
    ...(companions && { companions: [...companions] }),
    hold: token,
    expiresAt: new Date(expiresAt).toISOString(),
  })),
  ...(session?.draft && { draft: draftOf(session.draft) }),
  now: now.toISOString(),
});

const draftOf = ({ companions, ...own }: Draft): TypedDraft => ({
  ...own,
  ...(companions && { companions: [...companions] }),
});

const noSession = () => new ProblemError('no-session');
