import type { Settings } from '../../../contract/settings';
import type { Postgres } from '../../../platform/postgres/postgres';
import type { Signer } from '../../../platform/signed-tokens';
import type { SignedTokens } from '../../../registration/signed-tokens';
import { PostgresPlaces } from '../../../spots/waiting-list/postgres-places';
import { confirmPlace, leaveWaitingList } from '../../../spots/waiting-list/waiting-list';
import { confirmRoutes, leaveRoutes } from '../../../spots/waiting-list/waiting-routes';
import { waitingOffers } from '../mail/mail';
import { openOptOuts } from '../mail/opt-outs';

/** What people decide about their place on the waiting list, and about news by mail. */
export const placeRoutes = (
  env: Settings<'MAIL_LANES' | 'SITE_URL'>,
  postgres: Postgres,
  { signer, tokens }: { readonly signer: Signer; readonly tokens: SignedTokens },
) => {
  const readTicket = (token: string) => tokens.readTicket(token);
  const places = new PostgresPlaces(postgres, waitingOffers(env).giveToWaiting);
  return {
    ...leaveRoutes(leaveWaitingList({ readTicket, places })),
    ...confirmRoutes(confirmPlace({ readTicket, places })),
    ...openOptOuts(env, postgres, signer),
  };
};
