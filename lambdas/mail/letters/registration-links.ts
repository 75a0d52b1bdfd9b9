import type { Ticket } from '../../domain/waiting';
import type { Links } from '../ports';

interface Tokens {
  signLink(registrationId: string, version?: number): Promise<string>;
  signTicket(ticket: Ticket): Promise<string>;
  signTransfer(transferId: string): Promise<string>;
}

interface StaffTokens {
  signStaffLink(linkId: string): Promise<string>;
}

interface NewsTokens {
  signOptOut(email: string, raceId: string): Promise<string>;
}

/**
 * Links to the pages of the site. The token is in the fragment, which browsers send neither to servers nor in the
 * referrer.
 */
export const registrationLinks = (
  siteUrl: string,
  tokens: Tokens,
  staffTokens: StaffTokens,
  newsTokens: NewsTokens,
): Links => {
  const site = siteUrl.replace(/\/+$/, '');
  return {
    to: async ({ registrationId, linkVersion }) =>
      `${site}/registrations/${registrationId}#${await tokens.signLink(registrationId, linkVersion)}`,
    toPlace: async (ticket) => `${site}/waiting-list/${ticket.placeId}#${await tokens.signTicket(ticket)}`,
    toTransfer: async (transferId) => `${site}/transfers/${transferId}#${await tokens.signTransfer(transferId)}`,
    toConsole: async (linkId) => `${site}/console/link#${await staffTokens.signStaffLink(linkId)}`,
    toOptOut: async (email, raceId) => {
      const token = await newsTokens.signOptOut(email, raceId);
      return { page: `${site}/news/${raceId}#${token}`, oneClick: `${site}/api/opt-outs/${token}` };
    },
    console: `${site}/console`,
  };
};
