import type { Ticket } from '../../domain/waiting';
import type { Links } from '../ports';

interface Tokens {
  signLink(registrationId: string): Promise<string>;
  signTicket(ticket: Ticket): Promise<string>;
  signTransfer(transferId: string): Promise<string>;
}

/**
 * Links to the pages of the site. The token is in the fragment, which browsers send neither to servers nor in the
 * referrer.
 */
export const registrationLinks = (siteUrl: string, tokens: Tokens): Links => {
  const site = siteUrl.replace(/\/+$/, '');
  return {
    to: async (registrationId) => `${site}/registrations/${registrationId}#${await tokens.signLink(registrationId)}`,
    toPlace: async (ticket) => `${site}/waiting-list/${ticket.placeId}#${await tokens.signTicket(ticket)}`,
    toTransfer: async (transferId) => `${site}/transfers/${transferId}#${await tokens.signTransfer(transferId)}`,
  };
};
