import type { CardTriesGiven } from '../../api/messages/card-tries';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { ProblemError } from '../../platform/http/problem-error';
import { reply } from '../../platform/http/reply';
import { bearerOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { MoreCardTries, TriesAnswer } from './more-card-tries';

interface Needs {
  readonly moreCardTries: MoreCardTries;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const cardTriesRoutes = ({ moreCardTries, sessions }: Needs) =>
  ({
    'POST /api/registrations/{registrationId}/card-tries': async (request) => {
      const { registrationId = '' } = request.path;
      const sessionHash = await sessions.find(request);
      const address = request.viewer;
      const answer = await moreCardTries({ registrationId, hold: bearerOf(request), sessionHash, address });
      switch (answer.kind) {
        case 'given': {
          const { token: hold, cardTries } = answer;
          return reply(200, { registrationId, hold, cardTries } satisfies CardTriesGiven);
        }
        case 'hold-invalid':
          throw new ProblemError(
            'hold-invalid',
            'This hold was made for another registration or in another browser. Hold a spot again.',
          );
        case 'hold-expired':
          throw new ProblemError('hold-expired', 'The time for this spot has run out. Hold a spot again.');
        case 'no-more-tries':
          throw new ProblemError('no-more-tries', noMore[answer.of]);
      }
    },
  }) satisfies Handlers<Route>;

const noMore: Readonly<Record<Extract<TriesAnswer, { kind: 'no-more-tries' }>['of'], string>> = {
  hold: 'Five cards were tried for this registration, and none was taken. Nothing was charged. Please ask your bank, and register anew with a card that it has cleared.',
  session:
    'Too many cards were tried from this browser for now. Nothing was charged. Please ask your bank, and come back in three quarters of an hour.',
  network:
    'Too many cards were declined on your network for now. Nothing was charged. Try again from another connection, or in three quarters of an hour.',
  place:
    'As many cards were tried for this offer today as may be. Nothing was charged. Please ask your bank, and come back tomorrow if the offer still stands.',
};
