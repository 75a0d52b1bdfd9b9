import { exchangeRequest, type ItemExchanged } from '../../api/messages/changes';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { bearerOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { ExchangeItem } from './exchange-item';

interface Needs {
  readonly exchange: ExchangeItem;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const exchangeRoutes = ({ exchange, sessions }: Needs) =>
  ({
    'PUT /api/registrations/{registrationId}/items/{position}': async (request) => {
      const { registrationId = '', position = '' } = request.path;
      const { variant } = request.json(exchangeRequest);
      const access = { registrationId, token: bearerOf(request), sessionHash: await sessions.find(request) };
      const answer = await exchange(access, Number(position), variant);
      if (answer.kind !== 'exchanged') throw refusal(answer, variant);
      const body: ItemExchanged = { registrationId, position: Number(position), variant, status: 'exchanged' };
      return reply(200, body);
    },
  }) satisfies Handlers<Route>;

type Refused = Exclude<Awaited<ReturnType<ExchangeItem>>, { readonly kind: 'exchanged' }>;

const refusal = (answer: Refused, variant: string): ProblemError => {
  switch (answer.kind) {
    case 'too-many':
      return new ProblemError('too-many-exchanges', { retryAfter: answer.retryAfter });
    case 'not-yours':
      return new ProblemError('not-yours', { reason: 'change' });
    case 'not-found':
      return new ProblemError('not-found', { reason: 'id', what: 'registration' });
    case 'no-such-item':
      return new ProblemError('not-found', { reason: 'id', what: 'item' });
    case 'no-such-variant':
      return new ProblemError('invalid-request', {
        reason: 'fields',
        errors: [{ field: 'variant', code: 'not-an-option' }],
      });
    case 'no-spot':
      return new ProblemError('no-spot');
    case 'handed-out':
    case 'too-late':
      return new ProblemError('change-too-late');
    case 'held':
      return new ProblemError('item-held', { items: [{ variant, state: 'held', left: 0 }], retryAfter: 30 });
    case 'gone':
      return new ProblemError('item-gone', { items: [{ variant, state: 'gone', left: 0 }] });
  }
};
