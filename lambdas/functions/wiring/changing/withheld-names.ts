import type { Postgres } from '../../../platform/postgres/postgres';
import { PostgresWithheldNames } from '../../../registration/change/postgres-withheld-names';
import { withheldNameRoutes } from '../../../registration/change/withheld-name-routes';
import { withholdName } from '../../../registration/change/withhold-name';
import type { Owners } from '../../../registration/show/access';
import { takeNameOut } from '../../../results/erase/postgres-name-erasures';
import type { openProofs } from '../connections/proofs';

type Proofs = Pick<ReturnType<typeof openProofs>, 'tokens' | 'sessions'> & { readonly owners: Owners };

/** The route by which a runner takes their name out of results. The minute job of results sees to the files. */
export const withheldNames = ({ tokens, sessions, owners }: Proofs, postgres: Postgres) =>
  withheldNameRoutes({
    sessions,
    withhold: withholdName({ tokens, owners, names: new PostgresWithheldNames(postgres, takeNameOut) }),
  });
