import { Aws } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { DomainName, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../../config';
import { logging } from '../logging';

/** One line of JSON per request, without query and headers: they may contain a token. */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    route: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    integrationError: '$context.integrationErrorMessage',
  }),
);

/** The HTTP API without its routes, which come with the functions in a later stack. */
export class ApiGateway extends Construct {
  readonly api: HttpApi;
  /** The domain that CloudFront uses as origin. */
  readonly domainName: string;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const domainName =
      config.api &&
      new DomainName(this, 'Domain', {
        domainName: config.api.domain,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', config.api.certificate),
      });
    this.api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      // Without its own domain the execute-api address stays open, and only the origin header identifies CloudFront.
      disableExecuteApiEndpoint: domainName !== undefined,
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // Throttling is best effort: it protects the account's quota, but never a spot.
      throttle: { rateLimit: config.throttle.requestsPerSecond, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(new LogGroup(this, 'AccessLog', logging(config))),
        format: accessLine,
      },
      domainMapping: domainName && { domainName },
    });
    this.domainName = config.api?.domain ?? `${this.api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  }
}
