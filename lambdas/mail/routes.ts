import { linkRequest } from '../api/registrations';
import type { Handlers } from '../platform/http/api';
import { reply } from '../platform/http/reply';
import type { ResendLink } from './resend-link';

/** The same answer for every address, known or not. */
export const mailRoutes = ({ resendLink }: { readonly resendLink: ResendLink }) =>
  ({
    'POST /api/registration-links': async (request) => {
      const { email } = request.json(linkRequest);
      await resendLink(email);
      return reply(202, { status: 'sent-if-known' });
    },
  }) satisfies Handlers;
