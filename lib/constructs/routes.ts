import { Validations } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import type { FunctionName } from '../../lambdas/contract/functions';
import { elsewhere, httpRoutes } from '../../lambdas/contract/routes';
import type { ServiceFunction } from './service-function';
import type { ApiGateway } from './site/api-gateway';

const methods = new Map<string, HttpMethod>(Object.values(HttpMethod).map((method) => [method, method]));

/**
 * Those of the contract's routes that these functions answer, each to the live alias of its function. They are here because the
 * API's stack is deployed before the functions.
 */
export class Routes extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { api }: ApiGateway,
    functions: Readonly<Partial<Record<FunctionName, ServiceFunction>>>,
  ) {
    super(scope, id);
    const integrations = new Map<FunctionName, HttpLambdaIntegration>();
    for (const [route, name] of Object.entries(httpRoutes)) {
      const [method = '', path = ''] = route.split(' ');
      const answering = functions[name];
      if (!answering) continue;
      const integration =
        integrations.get(name) ?? new HttpLambdaIntegration(name, answering.live, { scopePermissionToRoute: false });
      integrations.set(name, integration);
      const routeKey = route === elsewhere ? HttpRouteKey.DEFAULT : HttpRouteKey.with(path, methods.get(method));
      new HttpRoute(this, route, { httpApi: api, routeKey, integration });
    }
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'Runners have no account, and machines have keys. What is somebody’s is guarded by a token, which the functions check.',
    });
  }
}
