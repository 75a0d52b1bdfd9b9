import { checkIn } from '../../../bibs/desk/check-in';
import { PostgresDesk } from '../../../bibs/desk/postgres-desk';
import { PostgresReplacedCodes } from '../../../bibs/desk/postgres-replaced-codes';
import { SignedCodes } from '../../../bibs/desk/signed-codes';
import { SignedScanners } from '../../../bibs/desk/signed-scanners';
import { PostgresBibs } from '../../../bibs/giving/postgres-bibs';
import type { Settings } from '../../../contract/settings';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { openSecret } from '../connections/open-secret';
import { openTokens } from '../connections/proofs';

/** What directors and desks do about the numbers that runners wear. */
export const openBibs = (env: Settings<'SIGNING_KEYS_SECRET_ID'>, postgres: Postgres) => {
  const desk = new PostgresDesk(postgres);
  const codes = new SignedCodes(openSecret(env.SIGNING_KEYS_SECRET_ID));
  const scanners = new SignedScanners(openTokens(env).signer);
  return {
    bibs: new PostgresBibs({ postgres, hash: sha256, random: Math.random }),
    desk,
    checkInCodes: codes,
    replacedCodes: new PostgresReplacedCodes(postgres),
    scanners,
    checkIn: checkIn({ desk, codes, scanners }),
  };
};
