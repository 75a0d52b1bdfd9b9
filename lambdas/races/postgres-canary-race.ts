import type { Postgres } from '../platform/postgres/postgres';
import { sha256 } from '../platform/signed-tokens';
import { canaryRace, canaryRaceId } from './canary-race';
import { PostgresRaceRegister } from './postgres-race-register';

/** Makes the canary's race, unless it is there. Throws when a race for runners has its id. */
export const makeCanaryRace = async (postgres: Postgres): Promise<void> => {
  await new PostgresRaceRegister(postgres).create(canaryRace(sha256), true);
  const [made] = await postgres.query<{ id: string }>('SELECT id FROM race WHERE is_canary');
  if (made?.id !== canaryRaceId)
    throw new Error(
      `The race "${canaryRaceId}" is not the canary's: runners may be registered in it. Give it another id by SQL (docs/runbook.md has the way to the database), and deploy again.`,
    );
};
