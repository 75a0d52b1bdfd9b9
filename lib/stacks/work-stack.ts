import { CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { needs } from '../../lambdas/contract/functions';
import type { Config } from '../config';
import { each } from '../constructs/each';
import { Periodic } from '../constructs/periodic';
import { ServiceFunction } from '../constructs/service-function';
import { Spending } from '../constructs/spending';
import { grantWarmUp } from '../constructs/warm-up';
import { eventSources, queueNames } from '../event-sources';
import { isOfOpening, workFunctions } from '../functions';
import type { DataStack } from './data-stack';
import type { RegistrationStack } from './registration-stack';
import type { SiteStack } from './site-stack';
import { watchRegistration } from './watch-alarms';
import { OpeningDashboard } from './watch-dashboard';
import { metricsOf } from './watch-metrics';

/** What happens without anybody waiting: the functions of queues, schedules and operators, and the watch over everything. */
export class WorkStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, site, registration }: { data: DataStack; site: SiteStack; registration: RegistrationStack },
    props: StackProps,
  ) {
    super(scope, id, props);
    const { database, network } = data;
    const { queues } = registration;
    const own = each(workFunctions, (name) => new ServiceFunction(this, name, network, config));
    const functions = { ...registration.functions, ...own };
    for (const name of workFunctions)
      for (const setting of needs[name])
        if (setting === 'CAPACITY_TARGETS') grantWarmUp(own[name], { functions, database, config });
        else registration.grants[setting](own[name]);

    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${config.name}Site:ExportsOutputFnGetAttWebsiteProofs9219767BArn08E0AA6F/proof/*]`,
      reason: 'The proof of a draw lies below the id of its line, so its name is not known before.',
    });
    Validations.of(this).acknowledge(
      ...['MediaC448B3D9Arn466D119E/media/*', 'Files8BA07689ArnEB4F573E/exports/*'].map((files) => ({
        id: `AwsSolutions-IAM5[Resource::${config.name}Site:ExportsOutputFnGetAttWebsite${files}]`,
        reason: 'A file has its hash or its id, so its name is not known before.',
      })),
    );
    for (const name of queueNames) {
      const { delivers } = eventSources[name];
      if (!isOfOpening(delivers)) continue;
      // Without a domain to send from, mail waits in its queue. Otherwise each mail would fail fifty times.
      queues[name].deliverTo(functions[delivers], delivers !== 'send-mail' || config.mail !== undefined);
    }
    const periodic = new Periodic(this, 'Periodic', functions, config);
    new CfnOutput(this, 'Direct', { value: own.direct.live.functionName });

    const caches = [data.sessionA, data.sessionB, data.data];
    const { apiGateway, website } = site;
    const metrics = metricsOf({ queues, functions, periodic, apiGateway, website, database, caches, config });
    const alarms = watchRegistration(this, config, metrics);
    if (config.warmUp) new OpeningDashboard(this, 'Opening', metrics, alarms);
    new Spending(this, 'Spending', config);
  }
}
