import { linkRequest } from '../../api/messages/links';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { linkWindowSeconds, type ResendLink } from './resend-link';

/** The answer is the same for every address, known or not. */
export const mailRoutes = ({ resendLink }: { readonly resendLink: ResendLink }) =>
  ({
    'POST /api/registration-links': async (request) => {
      const { email } = request.json(linkRequest);
      const answer = await resendLink(email, request.viewer);
      if (answer === 'too-many-requests')
        throw new ProblemError('too-many-requests', { retryAfter: linkWindowSeconds });
      return reply(202, { status: 'sent-if-known' });
    },
  }) satisfies Handlers<Route>;
