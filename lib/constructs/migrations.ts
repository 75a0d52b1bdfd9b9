import { Duration } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import type { FunctionName } from '../../lambdas/contract';
import type { ServiceFunction } from './service-function';

/**
 * Runs `migrate-database` during a deployment whenever its code changes, and the migrations are part of its code. Every
 * other function waits for it: new code never meets the old schema. Old code meets the new one for some minutes, and
 * after a rollback for longer, so a migration only ever adds. A failed migration stops the deployment with nothing changed.
 */
export class Migrations extends Construct {
  constructor(scope: Construct, id: string, functions: Readonly<Record<FunctionName, ServiceFunction>>) {
    super(scope, id);
    const { 'migrate-database': migrate, ...others } = functions;
    new Trigger(this, 'Trigger', {
      handler: migrate,
      timeout: Duration.minutes(15),
      executeAfter: [migrate],
      executeBefore: Object.values(others),
    });
  }
}
