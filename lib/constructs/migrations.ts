import { Duration } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct, type IDependable } from 'constructs';
import type { RegistrationFunction } from '../functions';
import type { ServiceFunction } from './service-function';

/**
 * Runs `migrate-database` during a deployment whenever its code changes; the migrations are part of its code. Every
 * other function waits for it, those of later stacks too, so new code never meets the old schema. Old code meets the
 * new schema for some minutes, and longer after a rollback. Therefore a migration only adds. A failed migration stops
 * the deployment before anything else changes.
 */
export class Migrations extends Construct {
  constructor(
    scope: Construct,
    id: string,
    functions: Readonly<Record<RegistrationFunction, ServiceFunction>>,
    databaseOwner: IDependable,
  ) {
    super(scope, id);
    const { 'migrate-database': migrate, ...others } = functions;
    const trigger = new Trigger(this, 'Trigger', {
      handler: migrate,
      timeout: Duration.minutes(15),
      executeAfter: [migrate],
      executeBefore: Object.values(others),
    });
    trigger.node.addDependency(databaseOwner);
  }
}
