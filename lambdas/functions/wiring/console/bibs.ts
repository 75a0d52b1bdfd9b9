import { PostgresBibs } from '../../../bibs/giving/postgres-bibs';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';

/** What a director does about the numbers that runners wear. */
export const openBibs = (postgres: Postgres) => ({
  bibs: new PostgresBibs({ postgres, hash: sha256, random: Math.random }),
});
