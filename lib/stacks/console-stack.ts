import { Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { consoleDoor } from '../../lambdas/contract/console-routes';
import { needs } from '../../lambdas/contract/functions';
import type { Config } from '../config';
import { each } from '../constructs/each';
import { ServiceFunction } from '../constructs/service-function';
import { eventSources, queueNames } from '../event-sources';
import { consoleFunctions } from '../functions';
import type { DataStack } from './data-stack';
import type { RegistrationStack } from './registration-stack';
import type { SiteStack } from './site-stack';

/** What directors work with. Nothing that runners need depends on it, so it is released and rolled back alone. */
export class ConsoleStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, site, registration }: { data: DataStack; site: SiteStack; registration: RegistrationStack },
    props: StackProps,
  ) {
    super(scope, id, props);
    const functions = each(consoleFunctions, (name) => new ServiceFunction(this, name, data.network, config));
    for (const name of consoleFunctions)
      for (const setting of needs[name]) registration.grants[setting](functions[name]);

    for (const queue of queueNames)
      for (const name of consoleFunctions)
        if (eventSources[queue].delivers === name) registration.queues[queue].deliverTo(functions[name]);

    const [, path = ''] = consoleDoor.split(' ');
    const integration = new HttpLambdaIntegration('console', functions.console.live, { scopePermissionToRoute: false });
    const routeKey = HttpRouteKey.with(path, HttpMethod.ANY);
    new HttpRoute(this, 'Door', { httpApi: site.apiGateway.api, routeKey, integration });
    Validations.of(this).acknowledge(
      ...[
        'Files8BA07689ArnEB4F573E/incoming/*',
        'Files8BA07689ArnEB4F573E/exports/*',
        'MediaC448B3D9Arn466D119E/media/*',
      ].map((files) => ({
        id: `AwsSolutions-IAM5[Resource::${config.name}Site:ExportsOutputFnGetAttWebsite${files}]`,
        reason: 'A file has the id of its upload, or its hash, so its name is not known before.',
      })),
    );
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The function itself checks the session and the roles of who calls: roles are for races, and end at once.',
    });
  }
}
