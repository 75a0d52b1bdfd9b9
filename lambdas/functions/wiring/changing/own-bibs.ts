import { SignedCodes } from '../../../bibs/desk/signed-codes';
import { ownBibRoutes } from '../../../bibs/own/own-bib-routes';
import { PostgresOwnBibs } from '../../../bibs/own/postgres-own-bibs';
import type { Settings } from '../../../contract/settings';
import type { Sql } from '../../../platform/postgres/postgres';
import { accessBy } from '../../../registration/show/access';
import { openSecret } from '../connections/open-secret';
import type { openProofs } from '../connections/proofs';

type Needs = Pick<ReturnType<typeof openProofs>, 'tokens' | 'sessions'> & {
  readonly reader: Sql;
  readonly writer: Sql;
};

/** The route of a runner's own bib. As with all that belongs to a registration, the database says whose row it is. */
export const ownBibPages = (env: Settings<'SIGNING_KEYS_SECRET_ID'>, { tokens, sessions, reader, writer }: Needs) =>
  ownBibRoutes({
    prove: (request) => accessBy(tokens, request),
    sessions,
    recent: new PostgresOwnBibs(reader),
    latest: new PostgresOwnBibs(writer),
    codes: new SignedCodes(openSecret(env.SIGNING_KEYS_SECRET_ID)),
  });
