import { type Deferral, deferralRequest, type RegistrationDeferred } from '../../../api/messages/deferrals';
import { ProblemError } from '../../../api/problem-error';
import type { Route } from '../../../contract/routes';
import type { Handlers } from '../../../platform/http/api';
import { reply } from '../../../platform/http/reply';
import { bearerOf, type Request } from '../../../platform/http/request';
import type { SessionCookie } from '../../../platform/http/session-cookie';
import type { DeferRegistration } from './defer-registration';

interface Needs {
  readonly defer: DeferRegistration;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const deferralRoutes = ({ defer, sessions }: Needs) => {
  const accessOf = async (request: Request) => ({
    registrationId: request.path.registrationId ?? '',
    token: bearerOf(request),
    sessionHash: await sessions.find(request),
  });

  return {
    'GET /api/registrations/{registrationId}/deferral': async (request) => {
      const access = await accessOf(request);
      const { registrationId } = access;
      const answer = await defer.show(access);
      if (answer.kind === 'deferred')
        return reply(200, { registrationId, status: 'deferred', credit: { ...answer.credit } } satisfies Deferral);
      if (answer.kind !== 'offered') throw refusal(answer);
      const { terms, currency } = answer;
      return reply(200, {
        registrationId,
        status: 'offered',
        ...terms,
        currency,
        creditUntil: terms.creditUntil.toISOString(),
      } satisfies Deferral);
    },

    'POST /api/registrations/{registrationId}/deferral': async (request) => {
      const access = await accessOf(request);
      const { registrationId } = access;
      const answer = await defer.defer(access, request.json(deferralRequest));
      if (answer.kind !== 'deferred') throw refusal(answer);
      const { credit } = answer;
      return reply(200, { registrationId, status: 'deferred', credit: { ...credit } } satisfies RegistrationDeferred);
    },
  } satisfies Handlers<Route>;
};

type Refused = Exclude<
  Awaited<ReturnType<DeferRegistration['defer' | 'show']>>,
  { readonly kind: 'deferred' | 'offered' }
>;

const refusal = (answer: Refused): ProblemError => {
  switch (answer.kind) {
    case 'not-yours':
      return new ProblemError('not-yours', { reason: 'change' });
    case 'not-found':
      return new ProblemError('not-found', { reason: 'id', what: 'registration' });
    case 'settling':
      return new ProblemError('still-settling', { retryAfter: 30 });
    case 'dispute-open':
      return new ProblemError('dispute-open');
    case 'too-late':
      return new ProblemError('change-too-late');
    case 'no-spot':
      return new ProblemError('no-spot');
    case 'deferred-before':
      return new ProblemError('deferred-before');
    case 'terms-changed': {
      const { worth, fee } = answer.terms;
      return new ProblemError('terms-changed', { terms: { worth, fee } });
    }
  }
};
