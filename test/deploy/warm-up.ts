import { LambdaClient } from '@aws-sdk/client-lambda';
import { RDSClient } from '@aws-sdk/client-rds';
import { rushFunctions } from '../../lambdas/capacity/figures';
import { LambdaWarmEnvironments } from '../../lambdas/capacity/lambda-warm-environments';
import { type Need, noNeed } from '../../lambdas/capacity/need';
import { RdsDatabaseFloor } from '../../lambdas/capacity/rds-database-floor';
import { setCapacity } from '../../lambdas/capacity/set-capacity';
import type { DatabaseTarget, FunctionTarget, Targets } from '../../lambdas/capacity/targets';
import { account, region } from '../../local/emulator/start-emulator';
import { until } from '../support/until';
import { physicalId } from './released';
import type { Stage } from './stage';

const targetsOf = async (stage: Stage): Promise<Targets & { readonly database: DatabaseTarget }> => {
  const resources = await stage.cloud.resources('StartlineRegistration');
  const targets: Record<string, FunctionTarget> = {};
  for (const name of rushFunctions) {
    const logicalId = new RegExp(`^${name.replaceAll('-', '')}[0-9A-F]{8}$`);
    const found = resources.find((one) => one.type === 'AWS::Lambda::Function' && logicalId.test(one.logicalId));
    if (!found) throw new Error(`StartlineRegistration has no function ${name}.`);
    targets[name] = { name: found.physicalId, alias: 'live', most: 5 };
  }
  const cluster = await physicalId(stage, 'StartlineData', 'AWS::RDS::DBCluster');
  return { functions: targets, database: { cluster, floor: 0, ceiling: 4 } };
};

const opening: Need = {
  environments: {
    'browse-races': 2,
    register: 9,
    'quote-registration': 1,
    pay: 3,
    'show-registration': 1,
    'join-waiting-list': 1,
  },
  acu: 2.5,
};

/**
 * What `set-capacity` does in the profile that warms: makes everything warm as for an opening, then releases it. Runs
 * its own code on the deployed functions and cluster. Rejects naming what is not as ordered.
 */
export const warmAndLetGo = async (stage: Stage): Promise<void> => {
  const aws = {
    endpoint: stage.emulator.url,
    region,
    credentials: { accessKeyId: account, secretAccessKey: 'local' },
  };
  const environments = new LambdaWarmEnvironments(new LambdaClient(aws));
  const databaseFloor = new RdsDatabaseFloor(new RDSClient(aws));
  const targets = await targetsOf(stage);
  const now = () => new Date();
  const report = (part: string, error: unknown) => {
    throw new Error(`${part} could not be set.`, { cause: error });
  };
  const set = setCapacity({ targets, environments, databaseFloor, now, report });

  const order = async (need: Need) => {
    let unready: readonly string[] = [];
    const isReady = async () => {
      const done = await set({ at: now(), due: true, need });
      unready = done?.unready ?? [];
      return done !== undefined && unready.length === 0;
    };
    await until(isReady, 60, () => `everything is ready; still not: ${unready.join(', ')}`);
    const asked = await Promise.all(
      Object.values(targets.functions).map(async (target) => (await environments.look(target)).asked),
    );
    return [...asked, await databaseFloor.look(targets.database)].join();
  };
  const [warm, letGo] = [await order(opening), await order(noNeed)];
  if (warm !== '2,5,1,3,1,1,2.5' || letGo !== '0,0,0,0,0,0,0')
    throw new Error(`Warm were ${warm}, and afterwards ${letGo}; expected 2,5,1,3,1,1,2.5 and nothing.`);
};
