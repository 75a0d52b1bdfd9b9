import { donorNameRequest, type OwnDonationMessage } from '../api/messages/form/fundraisers';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { reply } from '../platform/http/reply';
import { bearerOf, type Request } from '../platform/http/request';
import type { SessionCookie } from '../platform/http/session-cookie';
import type { GivenDonation, OwnDonation } from './name-donor';

interface Needs {
  readonly donation: OwnDonation;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const donorRoutes = ({ donation, sessions }: Needs) => {
  const ownerOf = async (request: Request) => ({
    registrationId: request.path.registrationId ?? '',
    token: bearerOf(request),
    sessionHash: await sessions.find(request),
  });
  return {
    'GET /api/registrations/{registrationId}/donation': async (request) => {
      const owner = await ownerOf(request);
      const found = await donation.show(owner);
      if (found === 'not-yours') throw new ProblemError('not-yours', { reason: 'registration' });
      if (!found) throw noDonation();
      return reply(200, messageOf(owner.registrationId, found));
    },

    'PUT /api/registrations/{registrationId}/donation': async (request) => {
      const { isNamed } = request.json(donorNameRequest);
      const owner = await ownerOf(request);
      const answer = await donation.name(owner, isNamed);
      switch (answer.kind) {
        case 'named':
          return reply(200, messageOf(owner.registrationId, answer.donation));
        case 'not-yours':
          throw new ProblemError('not-yours', { reason: 'change' });
        case 'none':
          throw noDonation();
        case 'too-often':
          throw new ProblemError('too-many-requests', { reason: 'changes', retryAfter: 3600 });
      }
    },
  } satisfies Handlers<Route>;
};

const messageOf = (registrationId: string, { slug, title, isHidden, isNamed }: GivenDonation): OwnDonationMessage => ({
  registrationId,
  slug,
  title,
  isHidden,
  isNamed,
});

const noDonation = () => new ProblemError('not-found', { reason: 'id', what: 'donation' });
