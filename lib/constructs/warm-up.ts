import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { warmed } from '../../lambdas/contract/functions';
import type { Config } from '../config';
import { type OpeningFunction, functions as shapes } from '../functions';
import type { Database } from './data/database';
import type { ServiceFunction } from './service-function';

interface Warmable {
  readonly functions: Readonly<Record<OpeningFunction, ServiceFunction>>;
  readonly database: Database;
  readonly config: Config;
}

/**
 * Lets `client` keep environments warm and the database large, and passes it the targets and their limits. A function
 * gets no more warm environments than it has reserved: Lambda allows no more, and checks the reserved ones against the
 * account's quota at deployment. The template itself sets no provisioned concurrency, because that would undo the
 * warm-up, or fail after it.
 */
export const grantWarmUp = (client: ServiceFunction, { functions, database, config }: Warmable): void => {
  if (!config.warmUp) {
    client.tell('CAPACITY_TARGETS', '{"functions":{}}');
    return;
  }
  const { minCapacity: floor, maxCapacity: ceiling } = config.database;
  const targets = warmed.map((name) => {
    const { bulkhead } = shapes[name];
    const { live, functionName } = functions[name];
    return [name, { name: functionName, alias: live.aliasName, most: bulkhead ? config.concurrency[bulkhead] : 0 }];
  });
  client.addToRolePolicy(
    new PolicyStatement({
      actions: [
        'lambda:DeleteProvisionedConcurrencyConfig',
        'lambda:GetProvisionedConcurrencyConfig',
        'lambda:PutProvisionedConcurrencyConfig',
      ],
      resources: warmed.map((name) => functions[name].live.functionArn),
    }),
  );
  client.tell(
    'CAPACITY_TARGETS',
    Stack.of(client).toJsonString({
      functions: Object.fromEntries(targets),
      database: { cluster: database.grantResize(client), floor, ceiling },
    }),
  );
};
