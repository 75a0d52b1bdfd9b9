import type { Ticket } from '../spots/ports';
import type { Links } from './ports';

interface Tokens {
  sealLink(registrationId: string): Promise<string>;
  sealTicket(ticket: Ticket): Promise<string>;
  sealTransfer(transferId: string): Promise<string>;
}

/** Links to the pages of the site. The token is in the fragment: servers and referrers never see it. */
export const registrationLinks = (siteUrl: string, tokens: Tokens): Links => {
  const site = siteUrl.replace(/\/+$/, '');
  return {
    to: async (registrationId) => `${site}/registrations/${registrationId}#${await tokens.sealLink(registrationId)}`,
    toPlace: async (ticket) => `${site}/waiting-list/${ticket.placeId}#${await tokens.sealTicket(ticket)}`,
    toTransfer: async (transferId) => `${site}/transfers/${transferId}#${await tokens.sealTransfer(transferId)}`,
  };
};
