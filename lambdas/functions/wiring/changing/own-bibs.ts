import { PostgresReplacedCodes } from '../../../bibs/desk/postgres-replaced-codes';
import { SignedCodes } from '../../../bibs/desk/signed-codes';
import { newCodeRoutes, ownBibRoutes } from '../../../bibs/own/own-bib-routes';
import { PostgresOwnBibs } from '../../../bibs/own/postgres-own-bibs';
import type { Settings } from '../../../contract/settings';
import type { Postgres, Sql } from '../../../platform/postgres/postgres';
import { accessBy } from '../../../registration/show/access';
import { openSecret } from '../connections/open-secret';
import type { openProofs } from '../connections/proofs';

type Proofs = Pick<ReturnType<typeof openProofs>, 'tokens' | 'sessions'>;
type Needs = Proofs & {
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

/** The route by which a runner gets a new check-in code. */
export const newCodePages = (
  env: Settings<'SIGNING_KEYS_SECRET_ID'>,
  { tokens, sessions }: Proofs,
  postgres: Postgres,
) =>
  newCodeRoutes({
    prove: (request) => accessBy(tokens, request),
    sessions,
    latest: new PostgresOwnBibs(postgres),
    codes: new SignedCodes(openSecret(env.SIGNING_KEYS_SECRET_ID)),
    replaced: new PostgresReplacedCodes(postgres),
  });
