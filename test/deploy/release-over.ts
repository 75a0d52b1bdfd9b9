import type { Deployment } from '../../local/emulator/deployment';
import { keepRegistering } from './crowd';
import { mailFor } from './one-runner';
import { watchPage } from './onlookers';
import type { Stage } from './stage';

interface Options {
  readonly stage: Stage;
  readonly siteUrl: string;
  /** Already synthesised. */
  readonly deployment: Deployment;
  /** The migration it adds; none when the release before it is deployed again. */
  readonly migration?: string;
}

const appliedMigrations = async ({ servers }: Stage): Promise<readonly string[]> =>
  (await servers.database.look('SELECT name FROM migration ORDER BY applied_at')).map(({ name }) => String(name));

/**
 * Deploys the changed app over the running one while runners register and others keep old pages open. Rejects when
 * anybody noticed, or when the deployment did not happen. A rollback leaves the database as the newer release made it.
 */
export const releaseOver = async ({ stage, siteUrl, deployment, migration }: Options): Promise<string> => {
  const before = await appliedMigrations(stage);
  const [endRegistering, endWatching] = [keepRegistering(siteUrl, stage.servers), watchPage(siteUrl)];
  const deployed = await deployment.deploy().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const [arrived, seen] = [await endRegistering(), await endWatching()];
  if (deployed) throw deployed.error;

  const failures = [...arrived.failures, ...seen.failures];
  const after = await appliedMigrations(stage);
  if (after.join() !== [...before, ...(migration ? [migration] : [])].join())
    failures.push(`the migrations were ${before.join(', ')} and are ${after.join(', ')}`);
  if (seen.assets.size <= seen.first.size) failures.push('the page names the same assets as before');
  const last = arrived.registered.at(-1);
  if (last) await mailFor(stage.cloud, last.email);
  else failures.push('nobody registered meanwhile');
  if (failures.length > 0)
    throw new Error(`${failures.length} failures meanwhile:\n${failures.slice(0, 10).join('\n')}`);
  return `${arrived.registered.length} runners registered meanwhile (told to come back ${arrived.toldToComeBack} times), ${seen.visits} visits of ${seen.assets.size} assets old and new, no request failed`;
};
