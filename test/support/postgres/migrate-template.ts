import { migrate } from '../../../lambdas/migrations/migrate';
import { openPostgres } from '../../../lambdas/platform/postgres/open-postgres';

/** Applies the migrations as the owner, the way the deployed function does. */
export const migrateTemplate = async (ownerUrl: string): Promise<void> => {
  const postgres = openPostgres(ownerUrl);
  try {
    await migrate(postgres);
  } finally {
    await postgres.close();
  }
};
