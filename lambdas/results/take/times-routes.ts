import { mostTimesBytes, timesRequest } from '../../api/messages/race-day/times';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { bearerOf, type Request } from '../../platform/http/request';
import type { Sender, StartListTaken, TakeTimes, TimesTaken } from './take-times';

/** What timing software sends. */
export const timesRoutes = (take: TakeTimes) =>
  ({
    'POST /api/races/{raceId}/results/{setId}/times': async (request) => {
      const { batchId, rows } = request.json(timesRequest, mostTimesBytes);
      const answer = await take.times(
        senderOf(request),
        batchId,
        rows.map(({ at, ...row }) => ({ ...row, at: Date.parse(at) })),
      );
      const { kind: _, ...taken } = takenOf(answer);
      return reply(200, taken);
    },
    'PUT /api/races/{raceId}/results/{setId}/start-list': async (request) => {
      const { kind: _, ...taken } = takenOf(await take.startList(senderOf(request)));
      return reply(200, taken);
    },
  }) satisfies Handlers<Route>;

const senderOf = (request: Request): Sender => ({
  raceId: request.path.raceId ?? '',
  setId: request.path.setId ?? '',
  key: bearerOf(request),
  network: request.viewer,
});

const takenOf = <A extends TimesTaken | StartListTaken>(answer: A): Extract<A, { readonly kind: 'taken' }> => {
  switch (answer.kind) {
    case 'taken':
      return answer as Extract<A, { readonly kind: 'taken' }>;
    case 'key-refused':
      throw new ProblemError('key-refused', { reason: answer.reason });
    case 'too-fast':
      throw new ProblemError('too-fast', { retryAfter: answer.retryAfter });
    case 'id-reused':
      throw new ProblemError('idempotency-key-reused');
    case 'locked':
      throw new ProblemError('busy', { reason: 'slow', retryAfter: 5 });
    case 'no-such-set':
      throw new ProblemError('not-found', { reason: 'id', what: 'set' });
  }
};
