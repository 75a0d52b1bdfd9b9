import { Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { needs } from '../../lambdas/contract/functions';
import type { Config } from '../config';
import { each } from '../constructs/each';
import { Periodic } from '../constructs/periodic';
import { Routes } from '../constructs/routes';
import { ServiceFunction } from '../constructs/service-function';
import { eventSources, queueNames } from '../event-sources';
import { raceDayFunctions } from '../functions';
import type { DataStack } from './data-stack';
import type { RegistrationStack } from './registration-stack';
import type { SiteStack } from './site-stack';

/** The functions of the day of a race. No opening depends on them, so this stack is released and rolled back alone. */
export class RaceDayStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, site, registration }: { data: DataStack; site: SiteStack; registration: RegistrationStack },
    props: StackProps,
  ) {
    super(scope, id, props);
    const functions = each(raceDayFunctions, (name) => new ServiceFunction(this, name, data.network, config));
    for (const name of raceDayFunctions)
      for (const setting of needs[name]) registration.grants[setting](functions[name]);
    new Routes(this, 'Routes', site.apiGateway, functions);
    for (const queue of queueNames)
      for (const name of raceDayFunctions)
        if (eventSources[queue].delivers === name) registration.queues[queue].deliverTo(functions[name]);
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${config.name}Site:ExportsOutputFnGetAttWebsiteResultsA021AC90ArnE630D89B/results/*]`,
      reason: 'The files of results are named by their content, so their names are not known before.',
    });
    // Queue and schedule start the same work, so their dead letters share a queue and its alarm.
    new Periodic(this, 'Periodic', functions, config, registration.queues.publications.deadLetters);
  }
}
