import { Aws, Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { DomainName, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../../config';
import type { Dns } from '../dns';
import { logging } from '../logging';

/** One line of JSON per request, without query and headers: they may contain a token. */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    api: '$context.apiId',
    time: '$context.requestTimeEpoch',
    route: '$context.routeKey',
    status: '$context.status',
    integrationStatus: '$context.integrationStatus',
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
  /** Requests that the stage's throttle refused. No metric of API Gateway tells them from other answers 4xx. */
  readonly throttled: Metric;

  constructor(scope: Construct, id: string, config: Config, dns: Dns) {
    super(scope, id);
    const domainName =
      config.api &&
      new DomainName(this, 'Domain', {
        domainName: config.api.domain,
        certificate: config.api.certificate
          ? Certificate.fromCertificateArn(this, 'Certificate', config.api.certificate)
          : new Certificate(this, 'OwnCertificate', {
              domainName: config.api.domain,
              validation: CertificateValidation.fromDns(dns.zoneOf(config.api.domain)),
            }),
      });
    if (config.api && domainName)
      dns.lead('Api', config.api.domain, {
        dnsName: domainName.regionalDomainName,
        hostedZoneId: domainName.regionalHostedZoneId,
      });
    this.api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      // Without its own domain the execute-api address stays open, and only the origin header identifies CloudFront. It
      // also stays open while CloudFront of a live site changes to the domain: that takes minutes, and closing takes none.
      disableExecuteApiEndpoint: config.api !== undefined && config.api.executeApi === undefined,
    });
    const log = new LogGroup(this, 'AccessLog', logging(config));
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // Throttling is best effort: it protects the account's quota, but never a spot.
      throttle: { rateLimit: config.throttle.requestsPerSecond, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(log),
        format: accessLine,
      },
      domainMapping: domainName && { domainName },
    });
    this.throttled = new MetricFilter(this, 'Throttled', {
      logGroup: log,
      // A function can answer 429 as well: then it has a status of its own.
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '429'),
        FilterPattern.stringValue('$.integrationStatus', '=', '-'),
      ),
      metricNamespace: config.name,
      metricName: 'ApiThrottled',
      metricValue: '1',
      dimensions: { ApiId: '$.api' },
    }).metric({ statistic: 'sum', period: Duration.minutes(1), dimensionsMap: { ApiId: this.api.apiId } });
    this.domainName =
      config.api && config.api.executeApi !== 'used'
        ? config.api.domain
        : `${this.api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  }
}
