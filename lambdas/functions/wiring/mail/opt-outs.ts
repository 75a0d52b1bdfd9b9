import type { Settings } from '../../../contract/settings';
import { PostgresOptOuts } from '../../../mail/opt-out/postgres-opt-outs';
import { optOutRoutes } from '../../../mail/opt-out/routes';
import { SignedOptOuts } from '../../../mail/opt-out/signed-opt-outs';
import type { Postgres } from '../../../platform/postgres/postgres';
import type { Signer } from '../../../platform/signed-tokens';

/** Where people end the news of a race. */
export const openOptOuts = ({ SITE_URL: site }: Settings<'SITE_URL'>, postgres: Postgres, signer: Signer) => {
  const tokens = new SignedOptOuts(signer);
  return optOutRoutes({
    readOptOut: (token) => tokens.readOptOut(token),
    optOuts: new PostgresOptOuts(postgres),
    pageOf: ({ raceId }, token) => `${site}/news/${raceId}#${token}`,
  });
};
